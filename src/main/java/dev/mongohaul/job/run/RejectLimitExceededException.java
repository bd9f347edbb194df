package dev.mongohaul.job.run;

/** Exception for more rejects than the job allows. */
public final class RejectLimitExceededException extends LimitExceededException {

    private static final long serialVersionUID = 1L;

    RejectLimitExceededException(String message) {
        super(message);
    }
}
