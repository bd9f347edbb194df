package dev.mongohaul.schedule;

import java.time.Instant;

/** A time at which a job's schedule has it run, once. */
public record Slot(String job, Instant time) {

    /**
     * That a process has a slot; whoever has another token has it no more.
     *
     * @param token drawn anew for each claim
     * @param takenOver whether another process had it before, and died
     */
    public record SlotClaim(Slot slot, String token, boolean takenOver) {}

    /** What became of a slot. */
    public enum SlotState {
        /** None yet: the schedule was seen for the first time, or changed. What is before it was nobody's to run. */
        WATCHED,
        /** It is due, and runs after earlier slots of its job. */
        WAITING,
        /** A process has it, waits for its input or runs it. */
        CLAIMED,
        /** It was run; the run tells how that ended. */
        RAN,
        /** There was nothing to import, and the job allows that; or the content was loaded before. */
        NOTHING,
        /** It could not be run: the reason tells why. */
        REFUSED,
        /** No process served at that time, or MongoDB could not be reached, and the job, or a later slot, leaves it out. */
        MISSED,
        /** An earlier slot of the job was not over. */
        OVERLAPPED
    }
}
