package dev.mongohaul.mongo.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code mongod} program that was seen to run on this machine.
 *
 * @param executable absolute path
 * @param version as the program tells it, for example {@code 8.0.23}
 */
public record Mongod(Path executable, String version) {

    private static final Pattern VERSION = Pattern.compile("db version v(\\d+\\.\\d+\\.\\d+\\S*)");

    /** A server with a cold file cache can take some seconds to load its 140 MB. */
    private static final Duration VERSION_TIMEOUT = Duration.ofSeconds(20);

    /** Runs {@code --version}; empty when the file is no program, no mongod, or misses a library. */
    static Optional<Mongod> verify(Path candidate) {
        if (!Files.isExecutable(candidate) || Files.isDirectory(candidate)) {
            return Optional.empty();
        }
        Path executable = candidate.toAbsolutePath().normalize();
        Execution execution =
                Execution.run(List.of(executable.toString(), "--version"), System.getenv(), VERSION_TIMEOUT);
        Matcher version = VERSION.matcher(execution.output());
        return execution.succeeded() && version.find()
                ? Optional.of(new Mongod(executable, version.group(1)))
                : Optional.empty();
    }
}
