package dev.mongohaul.mongo.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Launcher of a {@code mongod} that outlives this program and does not receive the Ctrl-C of its terminal.
 *
 * @param arguments further arguments, added as they are
 */
record MongodLauncher(Mongod mongod, ServerDirectory directory, List<String> arguments) {

    private static final int EXIT_NET_ERROR = 48;

    private static final int EXIT_NEED_DOWNGRADE = 62;

    /** The system's message if another server took the port at the same time: mongod aborts then. */
    private static final String PORT_IN_USE = "Address already in use";

    /** The storage engine's message for files of a newer version, with exit code 1 or 14. */
    private static final String NEWER_FILES = "unsupported WiredTiger file version";

    private static final long LARGEST_LOG = 16L << 20;
    private static final int TAIL_LINES = 5;
    private static final int TAIL_CHARACTERS = 400;

    /** Starts the server, and returns when it listens or has failed. */
    Launch launch(int port, Duration timeout) {
        try {
            long logBefore = rotatedLog();
            Process launcher = new ProcessBuilder(command(port))
                    .redirectErrorStream(true)
                    .redirectOutput(outputFile().toFile())
                    .start();
            return finished(launcher, timeout)
                    ? ended(launcher.exitValue(), logBefore)
                    : new Launch(LaunchOutcome.STILL_STARTING, tail(directory.log(), logBefore));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + mongod.executable(), e);
        }
    }

    /**
     * Returns the command. The server listens on 127.0.0.1 only, because it has no password. Journaling and syncing stay at
     * mongod's defaults: on.
     */
    private List<String> command(int port) {
        List<String> command = new ArrayList<>(List.of(mongod.executable().toString()));
        command.addAll(List.of("--dbpath", directory.data().toString()));
        command.addAll(List.of("--bind_ip", "127.0.0.1", "--port", Integer.toString(port), "--nounixsocket"));
        command.addAll(List.of("--replSet", AdminConnection.REPLICA_SET));
        command.addAll(List.of("--fork", "--logpath", directory.log().toString(), "--logappend"));
        command.addAll(arguments);
        return command;
    }

    private static boolean finished(Process launcher, Duration timeout) {
        try {
            return launcher.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Launch ended(int exitCode, long logBefore) throws IOException {
        if (exitCode == 0) {
            return new Launch(LaunchOutcome.RUNNING, "");
        }
        String logged = tail(directory.log(), logBefore);
        String output = logged.isEmpty() ? Files.readString(outputFile()).strip() : logged;
        if (exitCode == EXIT_NET_ERROR || output.contains(PORT_IN_USE)) {
            return new Launch(LaunchOutcome.PORT_TAKEN, output);
        }
        if (output.contains("DBPathInUse")) {
            return new Launch(LaunchOutcome.DATA_IN_USE, output);
        }
        boolean incompatible = exitCode == EXIT_NEED_DOWNGRADE || output.contains(NEWER_FILES);
        return new Launch(incompatible ? LaunchOutcome.INCOMPATIBLE_DATA : LaunchOutcome.FAILED, output);
    }

    /** Output of mongod before it has its log: a wrong argument, a missing library. */
    private Path outputFile() {
        return directory.log().resolveSibling("mongod.out");
    }

    /** Returns the size of the log. Renames a log of more than 16 MiB before; one older log is kept. */
    private long rotatedLog() throws IOException {
        Path log = directory.log();
        long size = Files.exists(log) ? Files.size(log) : 0;
        if (size <= LARGEST_LOG) {
            return size;
        }
        Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        return 0;
    }

    /** Returns the last lines of a log since the offset, or only the errors if there are any. */
    static String tail(Path log, long offset) {
        List<String> lines = lines(log, offset);
        List<String> errors = lines.stream()
                .filter(line -> line.contains("\"s\":\"F\"") || line.contains("\"s\":\"E\""))
                .toList();
        List<String> shown = errors.isEmpty() ? lines : errors;
        return shown.stream()
                .skip(Math.max(0, shown.size() - TAIL_LINES))
                .map(line -> line.length() > TAIL_CHARACTERS ? line.substring(0, TAIL_CHARACTERS) + "…" : line)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static List<String> lines(Path log, long offset) {
        try {
            byte[] bytes = Files.readAllBytes(log);
            int from = offset > bytes.length ? 0 : (int) offset;
            return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
