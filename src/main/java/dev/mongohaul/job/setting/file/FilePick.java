package dev.mongohaul.job.setting.file;

/** Choice among the new files of a job. */
public enum FilePick {
    ALL,
    /** The last one in their order. */
    NEWEST
}
