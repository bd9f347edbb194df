package dev.mongohaul.prove;

/** Judgement of a record of the input, or of a document that no record has. */
public enum Judgement {
    /** The target has the document as it is expected. */
    EQUAL,
    /** The target lacks the document. */
    NEW,
    /** The document of the target has other values. */
    CHANGED,
    /** The target has a document that should not be there. */
    DELETED,
    /** The record changes or deletes a document, and the target has none of its key. */
    UNMATCHED,
    /** The document changed between two readings. */
    CHANGED_MEANWHILE,
    /** The document differs, and the input of a later import has its key. */
    EXPLAINED,
    /** A later record has the same key and counts in place of this one; or an insert or add repeats an earlier record. */
    REPEATED,
    /** The record is not written. */
    REJECTED,
    /** The record is an empty row, or the job's processor filters it. */
    FILTERED;

    /** Returns whether the judgement is a difference between the input and the target. */
    public boolean isDifference() {
        return this == NEW || this == CHANGED || this == DELETED;
    }
}
