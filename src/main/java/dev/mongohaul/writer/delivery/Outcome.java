package dev.mongohaul.writer.delivery;

/**
 * Outcome of one document.
 *
 * @param kind written, already there, or rejected
 * @param code the server's code of a refusal, else {@link #NOT_ASKED}
 * @param message the server's text of a refusal, else empty
 */
public record Outcome(OutcomeKind kind, int code, String message) {

    /** Code of a document that was rejected before it was sent. */
    public static final int NOT_ASKED = 0;

    /** Code of an operation that matches no document. */
    public static final int UNMATCHED = -1;

    /** The server's code of a document with a duplicate {@code _id} or other unique value. */
    static final int DUPLICATE_KEY = 11000;

    public static final Outcome WRITTEN = new Outcome(OutcomeKind.WRITTEN, NOT_ASKED, "");
    public static final Outcome ALREADY_THERE = new Outcome(OutcomeKind.ALREADY_THERE, NOT_ASKED, "");

    public static Outcome rejected(int code, String message) {
        return new Outcome(OutcomeKind.REJECTED, code, message);
    }
}
