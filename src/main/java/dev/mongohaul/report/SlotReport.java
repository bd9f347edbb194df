package dev.mongohaul.report;

import dev.mongohaul.repository.slot.SlotRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time of a job's schedule, and what became of it.
 *
 * @param state claimed, ran, nothing, refused, missed or overlapped
 * @param run the run's number, where it was run
 * @param reason why it was not, where it was not
 * @param others slots before it that went the same way, and are not told by themselves
 */
public record SlotReport(
        Instant time,
        String state,
        @Nullable Long run,
        @Nullable String reason,
        int others) {

    public static SlotReport of(SlotRecord slot) {
        return new SlotReport(
                slot.slot().time(), Status.word(slot.state()), slot.runId(), slot.reason(), slot.others());
    }
}
