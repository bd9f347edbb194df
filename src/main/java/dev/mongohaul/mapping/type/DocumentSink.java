package dev.mongohaul.mapping.type;

/**
 * Makes documents of the values put between {@link #begin} and {@link #finish}. For one thread.
 *
 * @param <D> what a document is rendered as
 */
public interface DocumentSink<D> extends ValueSink {

    /** Begins a document; one begun and not finished is forgotten. */
    void begin();

    /**
     * The document of all values put since {@link #begin}; it stays valid.
     *
     * @throws RefusedDocumentException where the values, each right by itself, make no such document
     */
    D finish();

    /** Values, each right by itself, that cannot be the document they shall be: it says why, in one line. */
    public static final class RefusedDocumentException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String reason;

        public RefusedDocumentException(String reason, Throwable cause) {
            super(reason, cause);
            this.reason = reason;
        }

        /** For the person who has to mend the record. */
        public String reason() {
            return reason;
        }
    }
}
