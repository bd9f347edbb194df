package dev.mongohaul.library;

/** An import could not be run. The message is the one that the command prints. */
public final class ImportException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ImportException(String message, Throwable cause) {
        super(message, cause);
    }
}
