package dev.mongohaul.job.monitor;

/** Phases of an import, in order. */
public enum Phase {
    /** The input is scanned. */
    STARTING,
    /** Waiting for the lease of another process, which may have died. */
    WAITING,
    /** Records are read and written. */
    IMPORTING,
    /** Indexes, checks and reject files remain. */
    FINISHING,
    /** The documents of the target are compared with the input. */
    VERIFYING;

    /** Returns whether the documents are written, and what is read is compared with them. */
    public boolean isAfterLoad() {
        return this == VERIFYING;
    }
}
