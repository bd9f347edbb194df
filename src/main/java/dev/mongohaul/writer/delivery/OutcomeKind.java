package dev.mongohaul.writer.delivery;

/** Kinds of outcomes. */
public enum OutcomeKind {
    /** The server acknowledged the document at the requested write concern, or would not change its own. */
    WRITTEN,
    /** The collection had the document already, equal in every byte. */
    ALREADY_THERE,
    /** The document was refused. */
    REJECTED
}
