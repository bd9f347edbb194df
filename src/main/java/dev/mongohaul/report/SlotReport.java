package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.schedule.pause.FileWait;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Slot of a job's schedule and its outcome.
 *
 * @param state waiting, late, running, ran, nothing, refused, missed or overlapped
 * @param run number of its run; null if it did not run
 * @param runs numbers of all runs of a job that imports each file; left out for other jobs
 * @param status of the last run of its import; null if it did not run, or if that is unknown
 * @param reason why it did not run; null if it did
 * @param waits for its files; left out if it does not
 * @param others number of slots before it with the same outcome, which are not listed
 */
public record SlotReport(
        Instant time,
        String state,
        @Nullable Long run,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Long> runs,
        @Nullable RunStatus status,
        @Nullable String reason,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable FileWait waits,
        int others) {

    public static SlotReport of(SlotRecord slot, @Nullable RunStatus status, Instant now) {
        return new SlotReport(
                slot.slot().time(),
                slot.word(now),
                slot.runId(),
                slot.runIds(),
                status,
                slot.reason(),
                slot.waits(),
                slot.others());
    }

    /** Returns the outcome in one word, for pages and tables: the status of its run, if it ran. */
    public String outcome() {
        return status == null || !state.equals(SlotState.RAN.word()) ? state : status.word();
    }

    /** Returns whether its imports run. */
    @JsonIgnore
    public boolean isRunning() {
        return state.equals(RunStatus.RUNNING.word());
    }

    /** Returns why it did not run, or what it waits for; null if it ran. */
    public @Nullable String cause() {
        return waits == null ? reason : "for " + waits.files() + " until " + Words.time(waits.until());
    }
}
