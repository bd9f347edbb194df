package dev.mongohaul.writer.send;

import java.util.Locale;

/** Operation with a document. */
public enum WriteOperation {
    /** Adds it. */
    INSERT,
    /** Adds it unless a document has its key, which is left as it is. It is sent as an insert. */
    ADD,
    /** Replaces the one it matches. */
    REPLACE,
    /** Sets its fields in the one it matches. */
    UPDATE,
    /** Replaces the one it matches, or adds it. */
    UPSERT,
    /** Sets its fields in the one it matches, or adds it. */
    MERGE,
    /** Removes the one it matches. */
    DELETE,
    /** Adds a document that an earlier send may have added: replaces the document with its {@code _id}, or inserts. */
    INSERT_AGAIN;

    /** Returns whether it adds the document, and changes no other. */
    public boolean inserts() {
        return this == INSERT || this == ADD;
    }

    /** Returns whether it replaces the document it matches. */
    public boolean replaces() {
        return this == REPLACE || this == UPSERT;
    }

    /** Returns whether it sets fields in the document it matches. */
    public boolean updates() {
        return this == UPDATE || this == MERGE;
    }

    /** Returns whether it adds the document if it matches none. */
    public boolean upserts() {
        return this == UPSERT || this == MERGE || this == INSERT_AGAIN;
    }

    /** Returns whether it needs a document that it matches. */
    public boolean needsMatch() {
        return this == REPLACE || this == UPDATE || this == DELETE;
    }

    /** Returns the word of a job file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
