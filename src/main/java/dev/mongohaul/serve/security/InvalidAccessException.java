package dev.mongohaul.serve.security;

/** Settings by which nobody, or anybody, could get in; the message never has a password or its hash. */
public final class InvalidAccessException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidAccessException(String message) {
        super(message);
    }
}
