package dev.mongohaul.job.setting.file;

/** What becomes of a file that could not be imported. */
public enum FailedFate {
    KEEP,
    MOVE
}
