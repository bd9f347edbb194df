package dev.mongohaul.job.setting.file;

/** Treatment of a file that was imported before with other content. */
public enum ChangedFile {
    REFUSE,
    IMPORT
}
