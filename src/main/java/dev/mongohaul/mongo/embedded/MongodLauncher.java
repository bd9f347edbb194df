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

/** Starts a {@code mongod} that outlives this program and is out of reach of its terminal's Ctrl-C. */
public final class MongodLauncher {

    /** MongoDB's exit code EXIT_NET_ERROR. */
    private static final int EXIT_NET_ERROR = 48;

    /** MongoDB's exit code EXIT_NEED_DOWNGRADE. */
    private static final int EXIT_NEED_DOWNGRADE = 62;

    /** The storage engine's words for files of a newer version, which end with exit code 1 or 14. */
    private static final String NEWER_FILES = "unsupported WiredTiger file version";

    private final Mongod mongod;
    private final MongodOptions options;
    private final MongodLog log;

    public MongodLauncher(Mongod mongod, MongodOptions options) {
        this.mongod = mongod;
        this.options = options;
        this.log = new MongodLog(options.log());
    }

    /** Returns when the server listens, or when it is known not to. */
    public Launch launch(int port, Duration timeout) {
        List<String> command = new ArrayList<>(List.of(mongod.executable().toString()));
        command.addAll(options.arguments(port));
        try {
            log.rotate();
            long logBefore = log.size();
            Process launcher = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output().toFile())
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
        String said = logged.isEmpty() ? Files.readString(output()).strip() : logged;
        if (exitCode == EXIT_NET_ERROR) {
            return new Launch(Launch.Outcome.PORT_TAKEN, said);
        }
        if (said.contains("DBPathInUse")) {
            return new Launch(Launch.Outcome.DATA_IN_USE, said);
        }
        boolean incompatible = exitCode == EXIT_NEED_DOWNGRADE || said.contains(NEWER_FILES);
        return new Launch(incompatible ? Launch.Outcome.INCOMPATIBLE_DATA : Launch.Outcome.FAILED, said);
    }

    /** What mongod says before it has its log: a wrong argument, a missing library. */
    private Path output() {
        return options.log().resolveSibling("mongod.out");
    }

    /**
     * How the launch of a {@code mongod} ended.
     *
     * @param outcome what became of it
     * @param said what mongod said last, errors before all else; empty when it runs
     */
    public record Launch(Outcome outcome, String said) {

        /** What can become of a launch. */
        public enum Outcome {
            /** The server listens. */
            RUNNING,
            /** Another program has the port. */
            PORT_TAKEN,
            /** Another server has the data, or one that was killed is not wholly gone yet. */
            DATA_IN_USE,
            /** The data were written by a version that this one cannot follow. */
            INCOMPATIBLE_DATA,
            /** Neither listening nor ended in time; it may be recovering and is left alone. */
            STILL_STARTING,
            /** Ended with an error. */
            FAILED
        }
    }

    /**
     * What a detached {@code mongod} is told. Journaling and syncing stay at mongod's defaults: on.
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

        /** Listens on 127.0.0.1 alone: the server asks for no password. */
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
     * The server's log file, which mongod appends to.
     *
     * @param file need not exist yet
     */
    public record MongodLog(Path file) {

        private static final long KEPT_BYTES = 16L << 20;
        private static final int TOLD_LINES = 5;
        private static final int TOLD_CHARACTERS = 400;

        /** Sets a log aside that has grown beyond 16 MiB; one older log is kept. Only while the server is down. */
        void rotate() throws IOException {
            if (Files.exists(file) && Files.size(file) > KEPT_BYTES) {
                Path older = file.resolveSibling(file.getFileName() + ".1");
                Files.move(file, older, StandardCopyOption.REPLACE_EXISTING);
            }
        }

        /** Bytes written so far: what follows is of the next start. */
        long size() {
            try {
                return Files.exists(file) ? Files.size(file) : 0;
            } catch (IOException e) {
                return 0;
            }
        }

        /** The last lines since the offset, errors before all others: what a person needs to see first. */
        public String tail(long offset) {
            List<String> lines = linesSince(offset);
            List<String> errors = lines.stream()
                    .filter(line -> line.contains("\"s\":\"F\"") || line.contains("\"s\":\"E\""))
                    .toList();
            return last(errors.isEmpty() ? lines : errors)
                    .map(line -> line.length() > TOLD_CHARACTERS ? line.substring(0, TOLD_CHARACTERS) + "…" : line)
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
            return lines.stream().skip(Math.max(0, lines.size() - TOLD_LINES));
        }
    }
}
