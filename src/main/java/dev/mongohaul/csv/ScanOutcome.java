package dev.mongohaul.csv;

/** Result of a scan. */
enum ScanOutcome {
    /** The record is complete. */
    COMPLETE,
    /** The bytes end before the record does. */
    INCOMPLETE,
    /** Text other than a delimiter or a line end follows a closing quote. */
    TEXT_AFTER_QUOTE,
    /** The input ends inside a quoted field. */
    UNCLOSED_QUOTE,
    /** An unquoted field holds a quote, which the dialect does not allow. */
    STRAY_QUOTE,
    /** The input ends after an escape character. */
    UNFINISHED_ESCAPE
}
