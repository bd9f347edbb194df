package dev.mongohaul.job.launch;

import dev.mongohaul.text.Printable;

/** The collection cannot take the import as the job has it; the message says why in one line. */
public final class TargetRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TargetRefusedException(String message) {
        super(Printable.of(message));
    }
}
