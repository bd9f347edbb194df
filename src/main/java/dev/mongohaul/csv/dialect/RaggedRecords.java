package dev.mongohaul.csv.dialect;

/** Treatment of a record with another number of cells than the header. */
public enum RaggedRecords {
    /** It is malformed. */
    REJECT,
    /** It is read: missing cells are absent, surplus ones belong to no column. */
    LENIENT
}
