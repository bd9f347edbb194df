package dev.mongohaul.job.monitor;

/** Receives events from the threads that read and write, and must return quickly. */
public interface ImportWatcher {

    /** Ignores all events. */
    ImportWatcher NONE = new ImportWatcher() {};

    /** A partition begins to be read. */
    default void begins() {}

    /** Number of completed records; it may be lower than in the call before. */
    default void reached(long records) {}

    /** All partitions are written. May be called more than once. */
    default void ends() {}
}
