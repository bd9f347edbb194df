package dev.mongohaul.job.worker;

/** Exception for an import that this worker cannot work on, though others may. */
final class UnfitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnfitException(String message) {
        super(message);
    }
}
