package dev.mongohaul.serve.security;

import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** A login that was not looked at, since those before it failed. */
public final class TooManyAttemptsException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final Duration remaining;

    TooManyAttemptsException(Duration remaining) {
        super("Too many logins failed");
        this.remaining = remaining;
    }

    /** After which the next one is looked at, in whole seconds, at least one. */
    public long seconds() {
        return Math.max(1, remaining.plusMillis(999).toSeconds());
    }
}
