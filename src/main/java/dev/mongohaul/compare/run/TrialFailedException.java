package dev.mongohaul.compare.run;

public final class TrialFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TrialFailedException(String message) {
        super(message);
    }
}
