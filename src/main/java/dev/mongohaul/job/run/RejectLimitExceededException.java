package dev.mongohaul.job.run;

/** More records were given up than the job allows. */
final class RejectLimitExceededException extends ImportFailedException {

    private static final long serialVersionUID = 1L;

    RejectLimitExceededException(String message) {
        super(message);
    }
}
