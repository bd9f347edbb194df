package dev.mongohaul.compare.run;

/** Failure of a comparison, with a message for the user. */
public class ComparisonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ComparisonException(String message) {
        super(message);
    }

    public ComparisonException(String message, Throwable cause) {
        super(message, cause);
    }
}
