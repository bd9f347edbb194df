package dev.mongohaul.serve.security;

import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** Refusal of a login after too many failures. */
final class TooManyAttemptsException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final Duration remaining;

    TooManyAttemptsException(Duration remaining) {
        super("Too many failed logins");
        this.remaining = remaining;
    }

    /** Returns the remaining wait in whole seconds, at least one. */
    long seconds() {
        return Math.max(1, remaining.plusMillis(999).toSeconds());
    }
}
