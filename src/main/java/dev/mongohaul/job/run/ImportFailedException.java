package dev.mongohaul.job.run;

import dev.mongohaul.text.Printable;

/** Exception for an import that cannot continue. The message is one line. */
public class ImportFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ImportFailedException(String message) {
        super(Printable.of(message));
    }

    public ImportFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
