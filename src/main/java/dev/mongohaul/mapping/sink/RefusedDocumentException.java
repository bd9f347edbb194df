package dev.mongohaul.mapping.sink;

import org.jspecify.annotations.Nullable;

/** Valid values that do not make a valid document, with the reason in one line. */
public final class RefusedDocumentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    public RefusedDocumentException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
