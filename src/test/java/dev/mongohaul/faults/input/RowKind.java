package dev.mongohaul.faults.input;

/** The expected result of a record. */
public enum RowKind {
    /** It becomes a document. */
    GOOD,
    /** It has too few cells, or text after a closing quote. */
    MALFORMED,
    /** Its amount is no number. */
    UNMAPPABLE,
    /** Its amount is negative, which the collection's validator refuses. */
    INVALID,
    /** An older document has the same code, and codes are unique. */
    TAKEN;

    /** Returns whether the record must be in the reject file. */
    public boolean rejected() {
        return this != GOOD;
    }
}
