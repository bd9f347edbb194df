package dev.mongohaul.job.launch;

import dev.mongohaul.text.Printable;

/** Exception for an import that cannot continue. The message is one line. */
class ImportFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ImportFailedException(String message) {
        super(Printable.of(message));
    }

    ImportFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
