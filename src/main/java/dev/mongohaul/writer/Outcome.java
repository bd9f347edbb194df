package dev.mongohaul.writer;

/**
 * What became of one document.
 *
 * @param kind written, found to be there, or refused
 * @param code the server's code of a refusal, else 0
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

    static final Outcome WRITTEN = new Outcome(Kind.WRITTEN, 0, "");
    static final Outcome ALREADY_THERE = new Outcome(Kind.ALREADY_THERE, 0, "");

    static Outcome rejected(int code, String message) {
        return new Outcome(Kind.REJECTED, code, message);
    }
}
