package dev.mongohaul.compare.run;

/** A comparison that cannot be made, with the reason for a person. */
public class ComparisonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ComparisonException(String message) {
        super(message);
    }

    public ComparisonException(String message, Throwable cause) {
        super(message, cause);
    }
}
