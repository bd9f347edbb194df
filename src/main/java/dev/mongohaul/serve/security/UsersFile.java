package dev.mongohaul.serve.security;

import dev.mongohaul.mongo.address.PrivateFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
