package dev.mongohaul.job.launch;

public enum RefusalKind {
    /** The request is wrong: job file, parameter or input. Nothing was read or written. */
    WRONG,
    /** The request is right, but something is in its way. Nothing was read or written. */
    CONFLICT,
    /** The request failed. */
    FAILED
}
