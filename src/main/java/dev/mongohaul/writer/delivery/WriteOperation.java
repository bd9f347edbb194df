package dev.mongohaul.writer.delivery;

/** What is done with a document. */
public enum WriteOperation {
    /** Adds it. */
    INSERT,
    /** Puts it in the place of the one it matches. */
    REPLACE,
    /** Sets its fields in the one it matches. */
    UPDATE,
    /** Removes the one it matches. */
    DELETE,
    /** Adds one that an earlier send may have added: puts it in the place of whatever has its {@code _id}. */
    INSERT_AGAIN
}
