package dev.mongohaul.job.trial;

/** A trial that did not write all documents, with the reason for a person. */
public final class TrialFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TrialFailedException(String message) {
        super(message);
    }
}
