package dev.mongohaul.job.setting;

/** Treatment of slots that were due while no process served. */
public enum MissedTime {
    /** The job runs once for all of them. */
    RUN_ONCE,
    /** Each of them runs, in order, and so do slots that overlapped another run or were refused. */
    RUN_ALL,
    /** They are skipped. */
    SKIP
}
