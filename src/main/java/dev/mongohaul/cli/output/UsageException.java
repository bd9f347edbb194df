package dev.mongohaul.cli.output;

import dev.mongohaul.text.Printable;

/** Exception for a command that cannot be carried out; the message says what to do instead. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(Printable.of(message));
    }
}
