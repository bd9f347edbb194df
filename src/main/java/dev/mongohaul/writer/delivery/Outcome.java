package dev.mongohaul.writer.delivery;

/**
 * What became of one document.
 *
 * @param kind written, found to be there, or refused
 * @param code the server's code of a refusal, else {@link #NOT_ASKED}
 * @param message the server's text of a refusal, else empty
 */
public record Outcome(Kind kind, int code, String message) {

    /** The ways a document can end. */
    public enum Kind {
        /** The server acknowledged it, at the write concern asked for. */
        WRITTEN,
        /** The collection held it already, equal in every byte. */
        ALREADY_THERE,
        /** The server will not have this document. */
        REJECTED
    }

    /** The code of a document that was refused here, before the server was asked. */
    public static final int NOT_ASKED = 0;

    /** The code of an operation that has no document to act on. */
    public static final int UNMATCHED = -1;

    /** The server's code of a document whose {@code _id}, or other unique value, is taken. */
    static final int DUPLICATE_KEY = 11000;

    public static final Outcome WRITTEN = new Outcome(Kind.WRITTEN, NOT_ASKED, "");
    public static final Outcome ALREADY_THERE = new Outcome(Kind.ALREADY_THERE, NOT_ASKED, "");

    public static Outcome rejected(int code, String message) {
        return new Outcome(Kind.REJECTED, code, message);
    }
}
