package dev.mongohaul.job.launch.each;

/** What became of a file of a job that imports each file. */
public enum FileOutcome {
    /** It was imported, as far as its run came. */
    IMPORTED,
    /** Its content was imported before. */
    KNOWN,
    /** It has no record, which the job allows. */
    EMPTY,
    /** The job imports the newest file only. */
    OLDER,
    /** It was still being written; the next run imports it. */
    GROWING,
    /** Another process imports it. */
    RUNNING,
    /** It was refused, or its import failed before it had a run. */
    REFUSED,
    /** It was not reached, because the command was stopped or an earlier file failed. */
    LEFT
}
