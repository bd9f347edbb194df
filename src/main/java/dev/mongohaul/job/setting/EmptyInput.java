package dev.mongohaul.job.setting;

/** Treatment of an input without a file or a record. */
public enum EmptyInput {
    /** An error. */
    FAIL,
    /** Nothing to do. */
    OK
}
