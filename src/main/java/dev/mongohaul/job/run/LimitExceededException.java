package dev.mongohaul.job.run;

import dev.mongohaul.text.Printable;

/**
 * Exception for an import that breaks a limit of its job. Another run can complete it if the limit is changed, without
 * another load.
 */
public class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LimitExceededException(String message) {
        super(Printable.of(message));
    }
}
