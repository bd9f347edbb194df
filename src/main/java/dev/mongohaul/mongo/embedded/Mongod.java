package dev.mongohaul.mongo.embedded;

import dev.mongohaul.mongo.embedded.Mongod.Execution;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
        Execution execution =
                Execution.run(List.of(executable.toString(), "--version"), System.getenv(), VERSION_TIMEOUT);
        Matcher version = VERSION.matcher(execution.output());
        return execution.succeeded() && version.find()
                ? Optional.of(new Mongod(executable, version.group(1)))
                : Optional.empty();
    }

    /**
     * Result of a program that has ended, or was stopped at its time limit.
     *
     * @param succeeded whether it ended in time, with exit code 0
     * @param output standard output and standard error in their order
     */
    record Execution(boolean succeeded, String output) {

        /** Runs a program. Never throws for a program that fails. */
        static Execution run(List<String> command, Map<String, String> environment, Duration timeout) {
            try {
                // A file instead of a pipe: a grandchild that keeps the pipe open would block the reader.
                Path output = Files.createTempFile("mongohaul-", ".out");
                try {
                    ProcessBuilder builder = new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .redirectInput(new File("/dev/null"));
                    builder.environment().clear();
                    builder.environment().putAll(environment);
                    return new Execution(succeeded(builder.start(), timeout), Files.readString(output));
                } finally {
                    Files.deleteIfExists(output);
                }
            } catch (IOException e) {
                return new Execution(false, String.valueOf(e.getMessage()));
            }
        }

        private static boolean succeeded(Process process, Duration timeout) {
            try {
                return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }
}
