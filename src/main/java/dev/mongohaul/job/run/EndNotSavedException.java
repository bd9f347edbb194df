package dev.mongohaul.job.run;

/** Exception for a run whose end the server did not save. The same command continues the import. */
public final class EndNotSavedException extends ImportFailedException {

    private static final long serialVersionUID = 1L;

    public EndNotSavedException(String message, Throwable cause) {
        super(message, cause);
    }
}
