package dev.mongohaul.serve.security;

/** Refusal of invalid access settings; the message has no password and no hash. */
public final class InvalidAccessException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidAccessException(String message) {
        super(message);
    }
}
