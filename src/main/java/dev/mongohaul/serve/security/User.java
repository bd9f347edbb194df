package dev.mongohaul.serve.security;

import dev.mongohaul.mongo.PrivateFile;
import dev.mongohaul.serve.security.Access.InvalidAccessException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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

    /** Role of a user. */
    public enum Role {
        /** May see everything. */
        VIEW,
        /** May also start, stop, resume and abandon imports. */
        OPERATE;

        /** Returns the name in the users file. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the role of this name; empty if there is none. */
        public static Optional<Role> of(String word) {
            return Arrays.stream(values())
                    .filter(role -> role.word().equals(word))
                    .findFirst();
        }
    }

    /**
     * File of users, one line each: {@code name:role:{bcrypt}hash}. Blank lines, and those that start with {@code #}, are ignored.
     *
     * <p>Messages contain line numbers and valid names, and no other part of the file.
     */
    record UsersFile(Path file) {

        private static final long MAX_BYTES = 1 << 20;
        private static final int PARTS = 3;

        /** Returns the users, at least one. */
        List<User> read() {
            try {
                requirePrivate();
                return users(Files.readAllLines(file));
            } catch (NoSuchFileException e) {
                throw refused("there is no such file; 'mongohaul password NAME --role=operate' prints a line for it");
            } catch (CharacterCodingException e) {
                throw refused("it is not text in UTF-8");
            } catch (IOException e) {
                throw refused("it cannot be read: " + e.getMessage());
            }
        }

        private void requirePrivate() throws IOException {
            PrivateFile.problem(file).ifPresent(why -> {
                throw refused(why);
            });
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                throw refused("it is not a file of at most 1 MiB");
            }
        }

        private List<User> users(List<String> lines) {
            List<User> users = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (int index = 0; index < lines.size(); index++) {
                String line = lines.get(index).strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    User user = user(line, index + 1);
                    if (!names.add(user.name())) {
                        throw refused(index + 1, "the name " + user.name() + " is already used");
                    }
                    users.add(user);
                }
            }
            if (users.isEmpty()) {
                throw refused("it has no user; 'mongohaul password NAME --role=operate' prints a line for it");
            }
            return List.copyOf(users);
        }

        private User user(String line, int number) {
            String[] parts = line.split(":", -1);
            if (parts.length != PARTS) {
                throw refused(number, "a line is name:role:hash, but this one has %d parts".formatted(parts.length));
            }
            refuse(number, User.problemOfName(parts[0]));
            Role role = Role.of(parts[1]).orElseThrow(() -> refused(number, "the role is view or operate"));
            refuse(number, User.problemOfHash(parts[2]));
            return new User(parts[0], role, parts[2]);
        }

        private void refuse(int number, Optional<String> problem) {
            problem.ifPresent(why -> {
                throw refused(number, why);
            });
        }

        private InvalidAccessException refused(int number, String why) {
            return refused("line %d: %s".formatted(number, why));
        }

        private InvalidAccessException refused(String why) {
            return new InvalidAccessException("Users file %s: %s".formatted(file, why));
        }
    }
}
