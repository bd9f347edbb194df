package dev.mongohaul.schedule;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stored slot.
 *
 * @param runId number of the run, if it was run; the most severe one of several
 * @param runIds numbers of all runs of a job that imports each file; empty for other jobs
 * @param reason why it was not run, as text
 * @param others number of slots before it with the same state and no record of their own
 * @param completedAt in the server's time; null while the slot is open
 */
public record SlotRecord(
        Slot slot,
        SlotState state,
        @Nullable Long runId,
        List<Long> runIds,
        @Nullable String reason,
        int others,
        @Nullable Instant completedAt) {}
