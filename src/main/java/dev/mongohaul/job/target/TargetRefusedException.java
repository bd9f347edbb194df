package dev.mongohaul.job.target;

import dev.mongohaul.text.Printable;

/** Exception for a collection that cannot take the import. The message is one line. */
public final class TargetRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TargetRefusedException(String message) {
        super(Printable.of(message));
    }
}
