package dev.mongohaul.writer.target;

/** What is done with a document: the driver's own names. */
public enum WriteOperation {
    /** Adds it. */
    INSERT,
    /** Puts it in the place of the one it matches. */
    REPLACE,
    /** Sets its fields in the one it matches. */
    UPDATE,
    /** Removes the one it matches. */
    DELETE
}
