package dev.mongohaul.csv.dialect;

/** What becomes of a record that has not as many cells as the header. */
public enum RaggedRecords {
    /** It is malformed. */
    REJECT,
    /** It is read: missing cells are absent, surplus ones belong to no column. */
    LENIENT
}
