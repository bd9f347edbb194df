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
import java.util.stream.Stream;

/** Launcher of a {@code mongod} that outlives this program and does not receive the Ctrl-C of its terminal. */
final class MongodLauncher {

    /** MongoDB's exit code EXIT_NET_ERROR. */
    private static final int EXIT_NET_ERROR = 48;

    /** MongoDB's exit code EXIT_NEED_DOWNGRADE. */
    private static final int EXIT_NEED_DOWNGRADE = 62;

    /** The storage engine's message for files of a newer version, with exit code 1 or 14. */
    private static final String NEWER_FILES = "unsupported WiredTiger file version";

    private final Mongod mongod;
    private final MongodOptions options;
    private final MongodLog log;

    public MongodLauncher(Mongod mongod, MongodOptions options) {
        this.mongod = mongod;
        this.options = options;
        this.log = new MongodLog(options.log());
    }

    /** Starts the server, and returns when it listens or has failed. */
    public Launch launch(int port, Duration timeout) {
        List<String> command = new ArrayList<>(List.of(mongod.executable().toString()));
        command.addAll(options.arguments(port));
        try {
            log.rotate();
            long logBefore = log.size();
            Process launcher = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(outputFile().toFile())
                    .start();
            return finished(launcher, timeout)
                    ? ended(launcher.exitValue(), logBefore)
                    : new Launch(Launch.Outcome.STILL_STARTING, log.tail(logBefore));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + mongod.executable(), e);
        }
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
            return new Launch(Launch.Outcome.RUNNING, "");
        }
        String logged = log.tail(logBefore);
        String output = logged.isEmpty() ? Files.readString(outputFile()).strip() : logged;
        if (exitCode == EXIT_NET_ERROR) {
            return new Launch(Launch.Outcome.PORT_TAKEN, output);
        }
        if (output.contains("DBPathInUse")) {
            return new Launch(Launch.Outcome.DATA_IN_USE, output);
        }
        boolean incompatible = exitCode == EXIT_NEED_DOWNGRADE || output.contains(NEWER_FILES);
        return new Launch(incompatible ? Launch.Outcome.INCOMPATIBLE_DATA : Launch.Outcome.FAILED, output);
    }

    /** What mongod says before it has its log: a wrong argument, a missing library. */
    private Path outputFile() {
        return options.log().resolveSibling("mongod.out");
    }

    /**
     * How the launch of a {@code mongod} ended.
     *
     * @param outcome what became of it
     * @param output the last lines of mongod's log, or only its errors if there are any; empty if it runs
     */
    public record Launch(Outcome outcome, String output) {

        public enum Outcome {
            /** The server listens. */
            RUNNING,
            /** Another program has the port. */
            PORT_TAKEN,
            /** Another server uses the data, or a killed one has not ended yet. */
            DATA_IN_USE,
            /** This version cannot read the data of another version. */
            INCOMPATIBLE_DATA,
            /** The server neither listens nor has ended in time; it may be recovering and keeps running. */
            STILL_STARTING,
            /** Ended with an error. */
            FAILED
        }
    }

    /**
     * Options of a detached {@code mongod}. Journaling and syncing stay at mongod's defaults: on.
     *
     * @param data absolute path of the data directory
     * @param log absolute path of the log file, appended to
     * @param replicaSet name of the replica set
     * @param further arguments added as they are
     */
    public record MongodOptions(Path data, Path log, String replicaSet, List<String> further) {

        public MongodOptions {
            further = List.copyOf(further);
        }

        /** Returns the arguments. The server listens on 127.0.0.1 only, because it has no password. */
        List<String> arguments(int port) {
            List<String> arguments = new ArrayList<>();
            arguments.addAll(List.of("--dbpath", data.toString()));
            arguments.addAll(List.of("--bind_ip", "127.0.0.1", "--port", Integer.toString(port), "--nounixsocket"));
            arguments.addAll(List.of("--replSet", replicaSet));
            arguments.addAll(List.of("--fork", "--logpath", log.toString(), "--logappend"));
            arguments.addAll(further);
            return arguments;
        }
    }

    /**
     * Log file of the server, which mongod appends to.
     *
     * @param file need not exist yet
     */
    public record MongodLog(Path file) {

        private static final long LARGEST_LOG = 16L << 20;
        private static final int TAIL_LINES = 5;
        private static final int TAIL_CHARACTERS = 400;

        /** Renames a log of more than 16 MiB; one older log is kept. Only while the server is down. */
        void rotate() throws IOException {
            if (Files.exists(file) && Files.size(file) > LARGEST_LOG) {
                Path older = file.resolveSibling(file.getFileName() + ".1");
                Files.move(file, older, StandardCopyOption.REPLACE_EXISTING);
            }
        }

        /** Returns the number of bytes written so far, before the next start. */
        long size() {
            try {
                return Files.exists(file) ? Files.size(file) : 0;
            } catch (IOException e) {
                return 0;
            }
        }

        /** Returns the last lines since the offset, or only the errors if there are any. */
        public String tail(long offset) {
            List<String> lines = linesSince(offset);
            List<String> errors = lines.stream()
                    .filter(line -> line.contains("\"s\":\"F\"") || line.contains("\"s\":\"E\""))
                    .toList();
            return last(errors.isEmpty() ? lines : errors)
                    .map(line -> line.length() > TAIL_CHARACTERS ? line.substring(0, TAIL_CHARACTERS) + "…" : line)
                    .collect(Collectors.joining(System.lineSeparator()));
        }

        private List<String> linesSince(long offset) {
            try {
                byte[] bytes = Files.readAllBytes(file);
                int from = offset > bytes.length ? 0 : (int) offset;
                return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8)
                        .lines()
                        .toList();
            } catch (IOException e) {
                return List.of();
            }
        }

        private static Stream<String> last(List<String> lines) {
            return lines.stream().skip(Math.max(0, lines.size() - TAIL_LINES));
        }
    }
}
