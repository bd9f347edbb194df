package dev.mongohaul.library;

/** An import could not be run. The message is the one that the command prints. */
public final class ImportException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    ImportException(String message, Throwable cause, int exitCode) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** Returns the exit code of the command: 2 for a mistake or a refusal, 13 if another process imports, 1 for the rest. */
    public int exitCode() {
        return exitCode;
    }
}
