package dev.mongohaul.faults.input;

/** What has to become of a record. */
public enum RowKind {
    /** It becomes a document. */
    GOOD,
    /** It has a cell too few, or text behind a closing quote. */
    MALFORMED,
    /** Its amount is no number. */
    UNMAPPABLE,
    /** Its amount is negative, which the collection's validator refuses. */
    INVALID,
    /** Its code belongs to a document that was there before, and codes are unique. */
    TAKEN;

    /** Whether it ends in the reject file. */
    public boolean rejected() {
        return this != GOOD;
    }
}
