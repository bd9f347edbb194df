package dev.mongohaul.mongo.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Program {@code mongod} that runs on this machine.
 *
 * @param executable absolute path
 * @param version as the program reports it, for example {@code 8.0.23}
 */
public record Mongod(Path executable, String version) {

    private static final Pattern VERSION = Pattern.compile("db version v(\\d+\\.\\d+\\.\\d+\\S*)");

    /** A server with a cold file cache can take some seconds to load its 140 MB. */
    private static final Duration VERSION_TIMEOUT = Duration.ofSeconds(20);

    /** Runs {@code --version}; returns empty if the file is not a program, not a mongod, or lacks a library. */
    static Optional<Mongod> verify(Path candidate) {
        if (!Files.isExecutable(candidate) || Files.isDirectory(candidate)) {
            return Optional.empty();
        }
        Path executable = candidate.toAbsolutePath().normalize();
        MongodExecution execution =
                MongodExecution.run(List.of(executable.toString(), "--version"), System.getenv(), VERSION_TIMEOUT);
        Matcher version = VERSION.matcher(execution.output());
        return execution.succeeded() && version.find()
                ? Optional.of(new Mongod(executable, version.group(1)))
                : Optional.empty();
    }
}
