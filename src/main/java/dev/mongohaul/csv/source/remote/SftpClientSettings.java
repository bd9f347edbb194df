package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of the SSH client of this process.
 *
 * @param home of its user
 * @param stall longest wait for an answer; a connection that is used for nothing ends after the same time
 */
record SftpClientSettings(Map<String, String> environment, Path home, Duration stall) {

    SftpClientSettings {
        environment = Map.copyOf(environment);
    }

    /** Returns the folder of the user's keys and known hosts. */
    Path folder() {
        return home.resolve(".ssh");
    }

    /** Returns the path that a variable has; empty if it is not set. */
    Optional<Path> path(String variable) {
        String value = environment.getOrDefault(variable, "").strip();
        try {
            return value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
        } catch (InvalidPathException e) {
            throw InputException.refused("%s is no path: %s".formatted(variable, e.getReason()));
        }
    }
}
