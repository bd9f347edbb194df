package dev.mongohaul.job.launch;

/** Exception for more rejects than the job allows. */
final class RejectLimitExceededException extends LimitExceededException {

    private static final long serialVersionUID = 1L;

    RejectLimitExceededException(String message) {
        super(message);
    }
}
