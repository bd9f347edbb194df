package dev.mongohaul.writer.send;

/** Operation with a document. */
public enum WriteOperation {
    /** Adds it. */
    INSERT,
    /** Replaces the one it matches. */
    REPLACE,
    /** Sets its fields in the one it matches. */
    UPDATE,
    /** Removes the one it matches. */
    DELETE,
    /** Adds a document that an earlier send may have added: replaces the document with its {@code _id}, or inserts. */
    INSERT_AGAIN
}
