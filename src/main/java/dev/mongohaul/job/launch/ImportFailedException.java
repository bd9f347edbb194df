package dev.mongohaul.job.launch;

import dev.mongohaul.text.Printable;

/** An import that cannot go on; the message says why in one line. */
public class ImportFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ImportFailedException(String message) {
        super(Printable.of(message));
    }

    /** With a cause, for whoever wants to know more than the message tells. */
    ImportFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
