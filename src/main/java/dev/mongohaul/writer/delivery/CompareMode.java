package dev.mongohaul.writer.delivery;

/** When documents are compared. */
public enum CompareMode {
    /** Unless that takes clearly more time. */
    AUTO,
    ALWAYS,
    NEVER
}
