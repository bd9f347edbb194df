package dev.mongohaul.job.setting;

/** Treatment of an unfinished import when other content arrives. */
public enum UnfinishedImport {
    /** The next import is refused. */
    REFUSE,
    /** The unfinished import is abandoned. */
    ABANDON
}
