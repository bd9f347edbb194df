package dev.mongohaul.cli.console;

import dev.mongohaul.text.Printable;

/** A command that cannot be carried out as it was given; the message says what to do instead. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(Printable.of(message));
    }
}
