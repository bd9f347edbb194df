package dev.mongohaul.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a slot.
 *
 * @param runId of the run, where it was run
 * @param reason for people, where it was not
 * @param others slots before it that went the same way, and have no record of their own
 * @param settledAt in the server's time; null while it is open
 */
public record SlotRecord(
        Slot slot,
        SlotState state,
        @Nullable Long runId,
        @Nullable String reason,
        int others,
        @Nullable Instant settledAt) {}
