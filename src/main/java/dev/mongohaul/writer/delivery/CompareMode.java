package dev.mongohaul.writer.delivery;

/** When documents are compared. */
public enum CompareMode {
    /** While at least half of them are unchanged. */
    AUTO,
    ALWAYS,
    NEVER
}
