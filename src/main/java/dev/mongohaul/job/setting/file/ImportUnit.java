package dev.mongohaul.job.setting.file;

/** What one import of a job consists of. */
public enum ImportUnit {
    /** All files that the job names. */
    TOGETHER,
    /** One file; files that were imported before are skipped. */
    FILE,
    /** The last file by name, unless it was imported before. */
    NEWEST
}
