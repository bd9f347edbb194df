package dev.mongohaul.writer.delivery;

/** When documents are compared. */
public enum CompareMode {
    /** If that takes less time. */
    AUTO,
    ALWAYS,
    NEVER
}
