package dev.mongohaul.job.slot;

import dev.mongohaul.repository.slot.SlotState;
import org.jspecify.annotations.Nullable;

/**
 * What became of a slot that this process had.
 *
 * @param runId of the run, where it was run
 * @param reason for people, where it was not
 */
record SlotOutcome(
        SlotState state, @Nullable Long runId, @Nullable String reason) {

    static SlotOutcome ran(long runId) {
        return new SlotOutcome(SlotState.RAN, runId, null);
    }

    static SlotOutcome without(SlotState state, String reason) {
        return new SlotOutcome(state, null, reason);
    }
}
