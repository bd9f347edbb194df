package dev.mongohaul.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Time at which a job is scheduled to run once. */
public record Slot(String job, Instant time) {

    /**
     * Claim of a process on a slot; a process with another token has lost it.
     *
     * @param token random for each claim
     * @param takenOver whether another process had the slot before and died
     */
    public record SlotClaim(Slot slot, String token, boolean takenOver) {}

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

    /** State of a slot. The names are stored. */
    public enum SlotState {
        /** The schedule was seen for the first time, or changed. Earlier slots are not run. */
        WATCHED,
        /** It is due and waits for earlier slots of its job. */
        WAITING,
        /** A process has claimed it, and waits for its input or runs it. */
        CLAIMED,
        /** It was run; the run has the outcome. */
        RAN,
        /** There was no record, which the job allows, or the content was loaded before. */
        NOTHING,
        /** It could not be run, for the stored reason. */
        REFUSED,
        /** It was skipped, because no process was serving then or MongoDB was unreachable. */
        MISSED,
        /** An earlier slot of the job was still running. */
        OVERLAPPED
    }
}
