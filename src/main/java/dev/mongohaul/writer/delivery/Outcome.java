package dev.mongohaul.writer.delivery;

/**
 * Outcome of one document.
 *
 * @param kind written, already there, or rejected
 * @param code the server's code of a refusal, else {@link #NOT_ASKED}
 * @param message the server's text of a refusal, else empty
 */
public record Outcome(Kind kind, int code, String message) {

    /** Kinds of outcomes. */
    public enum Kind {
        /** The server acknowledged the document at the requested write concern, or would not change its own. */
        WRITTEN,
        /** The collection had the document already, equal in every byte. */
        ALREADY_THERE,
        /** The document was refused. */
        REJECTED
    }

    /** Code of a document that was rejected before it was sent. */
    public static final int NOT_ASKED = 0;

    /** Code of an operation that matches no document. */
    public static final int UNMATCHED = -1;

    /** The server's code of a document with a duplicate {@code _id} or other unique value. */
    static final int DUPLICATE_KEY = 11000;

    public static final Outcome WRITTEN = new Outcome(Kind.WRITTEN, NOT_ASKED, "");
    public static final Outcome ALREADY_THERE = new Outcome(Kind.ALREADY_THERE, NOT_ASKED, "");

    public static Outcome rejected(int code, String message) {
        return new Outcome(Kind.REJECTED, code, message);
    }
}
