package dev.mongohaul.mapping.type;

/**
 * Sink that renders the values between {@link #begin} and {@link #finish} as a document. For one thread.
 *
 * @param <D> a rendered document
 */
public interface DocumentSink<D> extends ValueSink {

    /** Begins a document and discards an unfinished one. */
    void begin();

    /**
     * Returns the document of all values since {@link #begin}, which stays valid.
     *
     * @throws RefusedDocumentException if valid values do not make a valid document
     */
    D finish();

    /** Valid values that do not make a valid document, with the reason in one line. */
    final class RefusedDocumentException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String reason;

        public RefusedDocumentException(String reason, Throwable cause) {
            super(reason, cause);
            this.reason = reason;
        }

        public String reason() {
            return reason;
        }
    }
}
