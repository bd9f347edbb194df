package dev.mongohaul.mongo.embedded;

import org.jspecify.annotations.Nullable;

/** The embedded server could not be started or reached; the message names its log file and the next step. */
final class EmbeddedServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EmbeddedServerException(String message) {
        super(message);
    }

    EmbeddedServerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
