package dev.mongohaul.mapping.type;

/** Values, each right by itself, that cannot be the document they shall be: it says why, in one line. */
public final class RefusedDocumentException extends RuntimeException {

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
