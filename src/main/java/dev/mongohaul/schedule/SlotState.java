package dev.mongohaul.schedule;

import dev.mongohaul.repository.run.RunStatus;
import java.util.Locale;

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
    OVERLAPPED;

    /** Returns the word of pages, JSON and metrics; while it runs, that of {@link RunStatus#RUNNING}. */
    public String word() {
        return this == CLAIMED ? RunStatus.RUNNING.word() : name().toLowerCase(Locale.ROOT);
    }
}
