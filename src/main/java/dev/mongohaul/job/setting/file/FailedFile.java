package dev.mongohaul.job.setting.file;

/** What happens to the other files after one that was not imported. */
public enum FailedFile {
    CONTINUE,
    STOP
}
