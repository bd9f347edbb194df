package dev.mongohaul.job.setting;

/** Treatment of a replace, update or delete that finds nothing. */
public enum UnmatchedRecords {
    /** A number of the report. */
    COUNT,
    /** A reject. */
    REJECT
}
