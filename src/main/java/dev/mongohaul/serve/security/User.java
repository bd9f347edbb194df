package dev.mongohaul.serve.security;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * User who may log in: a line of the users file.
 *
 * @param hash of the password, in the format of Spring Security: {@code {bcrypt}$2a$…}; never printed
 */
public record User(String name, Role role, String hash) {

    /** Names that need no quoting in a file, a log or a header. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,64}");

    private static final Pattern BCRYPT = Pattern.compile("\\{bcrypt}\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");

    /** With less, the passwords of a stolen file are guessed quickly. */
    private static final int MIN_COST = 10;

    /** With more, a login takes minutes. */
    private static final int MAX_COST = 16;

    private static final int MIN_PASSWORD_LENGTH = 8;

    /** Bcrypt ignores further bytes. */
    private static final int MAX_PASSWORD_BYTES = 72;

    /** Returns what is wrong with a name; empty if it is valid. */
    static Optional<String> problemOfName(String name) {
        return NAME.matcher(name).matches()
                ? Optional.empty()
                : Optional.of("a name has 1 to 64 characters: letters a to z, digits, and . _ - @");
    }

    /** Returns what is wrong with a hash; empty if it is valid. */
    static Optional<String> problemOfHash(String hash) {
        var bcrypt = BCRYPT.matcher(hash);
        if (!bcrypt.matches()) {
            return Optional.of("the third part is not a {bcrypt} hash; 'mongohaul password' creates one");
        }
        int cost = Integer.parseInt(bcrypt.group(1));
        return cost >= MIN_COST && cost <= MAX_COST
                ? Optional.empty()
                : Optional.of("the hash has the cost %d; %d to %d are allowed; 'mongohaul password' creates one"
                        .formatted(cost, MIN_COST, MAX_COST));
    }

    /**
     * Checks a name before its password is read.
     *
     * @throws InvalidAccessException if the name is invalid
     */
    public static void checkName(String name) {
        problemOfName(name).ifPresent(problem -> {
            throw new InvalidAccessException("\"%s\" is not a valid user name: %s".formatted(name, problem));
        });
    }

    /**
     * Creates a user with this password.
     *
     * @throws InvalidAccessException if it is too short or too long; the message does not contain it
     */
    public static User create(String name, Role role, String password) {
        checkName(name);
        if (password.codePointCount(0, password.length()) < MIN_PASSWORD_LENGTH) {
            throw new InvalidAccessException("A password has at least %d characters".formatted(MIN_PASSWORD_LENGTH));
        }
        if (password.getBytes(StandardCharsets.UTF_8).length > MAX_PASSWORD_BYTES) {
            throw new InvalidAccessException("A password has at most %d bytes in UTF-8".formatted(MAX_PASSWORD_BYTES));
        }
        return new User(name, role, "{bcrypt}" + new BCryptPasswordEncoder().encode(password));
    }

    /** Returns the line of the users file. */
    public String line() {
        return name + ":" + role.word() + ":" + hash;
    }

    @Override
    public String toString() {
        return name + ":" + role.word();
    }
}
