package dev.mongohaul.job.step;

/** More records were given up than the job allows. */
public final class RejectLimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RejectLimitExceededException(String message) {
        super(message);
    }
}
