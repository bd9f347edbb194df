package dev.mongohaul.cli;

/** A command that cannot be carried out as it was given; the message says what to do instead. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
