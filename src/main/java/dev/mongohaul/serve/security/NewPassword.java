package dev.mongohaul.serve.security;

import java.nio.charset.StandardCharsets;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Makes the line of a users file of a password that somebody chose. */
public final class NewPassword {

    private static final int SHORTEST = 8;

    /** Bcrypt knows no more of a password. */
    private static final int MOST_BYTES = 72;

    private NewPassword() {}

    /**
     * Before anybody is asked for a password.
     *
     * @throws InvalidAccessException where nobody can be named so
     */
    public static void checkName(String name) {
        User.problemOfName(name).ifPresent(why -> {
            throw new InvalidAccessException("\"%s\" is no name of a user: %s".formatted(name, why));
        });
    }

    /**
     * A user with this password.
     *
     * @throws InvalidAccessException where it is too short or too long; the message does not have it
     */
    public static User of(String name, Role role, String password) {
        checkName(name);
        if (password.codePointCount(0, password.length()) < SHORTEST) {
            throw new InvalidAccessException("A password has at least %d characters".formatted(SHORTEST));
        }
        if (password.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw new InvalidAccessException("A password has at most %d bytes in UTF-8".formatted(MOST_BYTES));
        }
        return new User(name, role, "{bcrypt}" + new BCryptPasswordEncoder().encode(password));
    }
}
