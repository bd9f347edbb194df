package dev.mongohaul.mongo.embedded;

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
     * @param exitCode of the program, or {@link #NOT_FINISHED}
     * @param output standard output and standard error in their order
     */
    record Execution(int exitCode, String output) {

        /** The program could not be started, or did not end in time. */
        static final int NOT_FINISHED = -1;

        boolean succeeded() {
            return exitCode == 0;
        }

        /** Runs a program. Never throws for a program that fails. */
        static Execution run(List<String> command, Map<String, String> environment, Duration timeout) {
            try {
                // A file instead of a pipe: a grandchild that keeps the pipe open would block the reader.
                Path output = Files.createTempFile("mongohaul-", ".out");
                try {
                    int exitCode = run(command, environment, timeout, output);
                    return new Execution(exitCode, Files.readString(output));
                } finally {
                    Files.deleteIfExists(output);
                }
            } catch (IOException e) {
                return new Execution(NOT_FINISHED, String.valueOf(e.getMessage()));
            }
        }

        private static int run(List<String> command, Map<String, String> environment, Duration timeout, Path output)
                throws IOException {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            try {
                return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : NOT_FINISHED;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return NOT_FINISHED;
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }
}
