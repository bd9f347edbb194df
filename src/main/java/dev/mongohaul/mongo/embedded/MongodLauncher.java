package dev.mongohaul.mongo.embedded;

import dev.mongohaul.mongo.embedded.Launch.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
                    : new Launch(Outcome.STILL_STARTING, log.tail(logBefore));
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
            return new Launch(Outcome.RUNNING, "");
        }
        String logged = log.tail(logBefore);
        String said = logged.isEmpty() ? Files.readString(output()).strip() : logged;
        if (exitCode == EXIT_NET_ERROR) {
            return new Launch(Outcome.PORT_TAKEN, said);
        }
        if (said.contains("DBPathInUse")) {
            return new Launch(Outcome.DATA_IN_USE, said);
        }
        boolean incompatible = exitCode == EXIT_NEED_DOWNGRADE || said.contains(NEWER_FILES);
        return new Launch(incompatible ? Outcome.INCOMPATIBLE_DATA : Outcome.FAILED, said);
    }

    /** What mongod says before it has its log: a wrong argument, a missing library. */
    private Path output() {
        return options.log().resolveSibling("mongod.out");
    }
}
