package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.report.History.Medians;
import dev.mongohaul.schedule.Slot.SlotRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One job in a list of jobs.
 *
 * @param importCount number of its imports
 * @param last its last import; null if there is none
 * @param usual medians of its completed imports; null if there are too few
 * @param slot the last slot of its schedule; null if there is none
 */
public record JobReport(
        String job,
        long importCount,
        @Nullable ImportSummary last,
        @Nullable Medians usual,
        @Nullable SlotReport slot) {

    /**
     * A job with its imports and slots.
     *
     * @param imports the newest first
     * @param slots the newest first
     */
    public record JobHistory(@JsonUnwrapped JobReport job, List<ImportSummary> imports, List<SlotReport> slots) {}

    /**
     * Slot of a job's schedule and its outcome.
     *
     * @param state waiting, claimed, ran, nothing, refused, missed or overlapped
     * @param run number of its run; null if it did not run
     * @param status of the last run of its import; null if it did not run, or if that is unknown
     * @param reason why it did not run; null if it did
     * @param others number of slots before it with the same outcome, which are not listed
     */
    public record SlotReport(
            Instant time,
            String state,
            @Nullable Long run,
            @Nullable String status,
            @Nullable String reason,
            int others) {

        public static SlotReport of(SlotRecord slot, @Nullable String status) {
            return new SlotReport(
                    slot.slot().time(), Words.word(slot.state()), slot.runId(), status, slot.reason(), slot.others());
        }

        /** Returns the outcome in one word, for pages and tables: the status of its run, if it ran. */
        public String outcome() {
            return status == null ? state : status;
        }
    }

    /**
     * Status of one job.
     *
     * @param lastCompleted end of its last completed import; null if there is none
     * @param slots number of slots by state, with all states; empty if it has no slot
     */
    public record JobStanding(String job, @Nullable Instant lastCompleted, Map<String, Long> slots) {}
}
