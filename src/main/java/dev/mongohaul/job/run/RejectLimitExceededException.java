package dev.mongohaul.job.run;

/** Exception for more rejects than the job allows. */
public final class RejectLimitExceededException extends LimitExceededException {

    /** Part of the message if only the rejected records are not written. */
    public static final String WHOLE = "the whole input is read";

    private static final long serialVersionUID = 1L;

    RejectLimitExceededException(String message) {
        super(message);
    }
}
