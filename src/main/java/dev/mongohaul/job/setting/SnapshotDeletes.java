package dev.mongohaul.job.setting;

/** Treatment of a document that the input lacks. */
public enum SnapshotDeletes {
    DELETE,
    /** It gets a field with the time of the import. */
    MARK,
    /** It stays as it is. */
    NONE
}
