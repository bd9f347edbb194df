package dev.mongohaul.report;

import dev.mongohaul.schedule.SlotHistory.SlotRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time of a job's schedule, and what became of it.
 *
 * @param state waiting, claimed, ran, nothing, refused, missed or overlapped
 * @param run the run's number, where it was run
 * @param status of the last try of the import that it ran; null where it did not run, or that is not known
 * @param reason why it was not, where it was not
 * @param others slots before it that went the same way, and are not told by themselves
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
                slot.slot().time(), Status.word(slot.state()), slot.runId(), status, slot.reason(), slot.others());
    }

    /** What became of it in one word, for pages and tables: how its import ended, where it ran. */
    public String outcome() {
        return status == null ? state : status;
    }
}
