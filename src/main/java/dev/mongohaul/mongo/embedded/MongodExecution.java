package dev.mongohaul.mongo.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Result of a program that has ended, or was stopped at its time limit.
 *
 * @param succeeded whether it ended in time, with exit code 0
 * @param output standard output and standard error in their order
 */
record MongodExecution(boolean succeeded, String output) {

    /** Runs a program. Never throws for a program that fails. */
    static MongodExecution run(List<String> command, Map<String, String> environment, Duration timeout) {
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
                return new MongodExecution(succeeded(builder.start(), timeout), Files.readString(output));
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            return new MongodExecution(false, String.valueOf(e.getMessage()));
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
