package dev.mongohaul.job.launch;

import dev.mongohaul.text.Printable;

/** Exception for a collection that cannot take the import. The message is one line. */
final class TargetRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TargetRefusedException(String message) {
        super(Printable.of(message));
    }
}
