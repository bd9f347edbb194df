package dev.mongohaul.job.setting.file;

/** What becomes of a file whose import is completed. */
public enum CompletedFate {
    KEEP,
    MOVE,
    DELETE
}
