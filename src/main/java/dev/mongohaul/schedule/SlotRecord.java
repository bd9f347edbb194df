package dev.mongohaul.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Stored slot.
 *
 * @param runId number of the run, if it was run
 * @param reason why it was not run, as text
 * @param others number of slots before it with the same state and no record of their own
 * @param completedAt in the server's time; null while the slot is open
 */
public record SlotRecord(
        Slot slot,
        SlotState state,
        @Nullable Long runId,
        @Nullable String reason,
        int others,
        @Nullable Instant completedAt) {}
