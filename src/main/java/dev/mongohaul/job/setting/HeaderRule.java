package dev.mongohaul.job.setting;

/** Treatment of a header that differs from that of the last completed import. */
public enum HeaderRule {
    /** The import is carried out, and reports the columns. */
    REPORT,
    /** The import is refused before it writes. */
    REFUSE,
    /** Nothing happens. */
    IGNORE
}
