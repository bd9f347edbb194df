package dev.mongohaul.schedule;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * What became of a slot that this process had.
 *
 * @param runId of the run, where it was run
 * @param reason for people, where it was not
 */
record SlotOutcome(
        SlotState state, @Nullable Long runId, @Nullable String reason) {

    /** How loud it is logged. How a run ended is in the log of imports. */
    Level level() {
        return state == SlotState.RAN || state == SlotState.NOTHING ? Level.INFO : Level.WARN;
    }

    static SlotOutcome ran(long runId) {
        return new SlotOutcome(SlotState.RAN, runId, null);
    }

    static SlotOutcome without(SlotState state, String reason) {
        return new SlotOutcome(state, null, reason);
    }
}
