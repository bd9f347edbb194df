package dev.mongohaul.job.setting.file;

/** Order in which files are imported one by one. */
public enum FileOrder {
    /** By their paths. */
    NAME,
    /** By the time of the last change, and files of the same time by their paths. */
    MODIFIED
}
