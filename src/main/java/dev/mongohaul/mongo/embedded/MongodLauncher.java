package dev.mongohaul.mongo.embedded;

import dev.mongohaul.mongo.embedded.mongod.Mongod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts a detached {@code mongod} and tells how that ended. */
final class MongodLauncher {

    /** MongoDB's exit code when its port is taken (EXIT_NET_ERROR). */
    private static final int PORT_TAKEN = 48;

    /** MongoDB's exit code when the data belong to an incompatible version (EXIT_NEED_DOWNGRADE). */
    private static final int OTHER_VERSION = 62;

    private final ServerDirectory directory;
    private final EmbeddedServerSettings settings;
    private final Mongod mongod;
    private final MongodLog log;

    MongodLauncher(ServerDirectory directory, EmbeddedServerSettings settings, Mongod mongod) {
        this.directory = directory;
        this.settings = settings;
        this.mongod = mongod;
        this.log = new MongodLog(directory.log());
    }

    /** How a launch can end without an exception. */
    enum Outcome {
        /** The server listens. */
        RUNNING,
        /** Another program took the port in the meantime. */
        PORT_TAKEN
    }

    /**
     * Returns when the server listens.
     *
     * @throws EmbeddedServerException when it does not; the message has the last lines of its log
     */
    Outcome launch(int port) {
        try {
            log.rotate();
            long logBefore = log.size();
            Process launcher = new ProcessBuilder(command(port))
                    .redirectErrorStream(true)
                    .redirectOutput(output().toFile())
                    .start();
            if (!finished(launcher)) {
                throw new EmbeddedServerException("The embedded MongoDB was started but does not listen after "
                        + settings.startTimeout().toSeconds() + " s. It may still be recovering its data: see "
                        + directory.log() + " and try again later.\n" + log.tail(logBefore));
            }
            return outcome(launcher.exitValue(), logBefore);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + mongod.executable(), e);
        }
    }

    private List<String> command(int port) {
        List<String> command = new ArrayList<>(List.of(mongod.executable().toString()));
        command.addAll(List.of("--dbpath", directory.data().toString()));
        command.addAll(List.of("--bind_ip", "127.0.0.1", "--port", Integer.toString(port), "--nounixsocket"));
        command.addAll(List.of("--replSet", ReplicaSet.NAME));
        command.addAll(List.of("--fork", "--logpath", directory.log().toString(), "--logappend"));
        command.addAll(settings.arguments());
        return command;
    }

    private boolean finished(Process launcher) {
        Duration timeout = settings.startTimeout();
        try {
            return launcher.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Outcome outcome(int exitCode, long logBefore) throws IOException {
        if (exitCode == 0) {
            return Outcome.RUNNING;
        }
        if (exitCode == PORT_TAKEN) {
            return Outcome.PORT_TAKEN;
        }
        String said = log.tail(logBefore);
        if (exitCode == OTHER_VERSION || said.contains("unsupported WiredTiger file version")) {
            throw new EmbeddedServerException(otherVersion());
        }
        throw new EmbeddedServerException("The embedded MongoDB does not start (mongod exit code " + exitCode
                + "). Its log is " + directory.log() + ":\n" + (said.isEmpty() ? Files.readString(output()) : said));
    }

    private String otherVersion() {
        String lastVersion = directory
                .readRecord()
                .map(ServerRecord::version)
                .map(version -> "MongoDB " + version)
                .orElse("another version of MongoDB");
        return "The data in " + directory.data() + " were last used by " + lastVersion + "; " + mongod.executable()
                + " is MongoDB " + mongod.version() + ", which cannot read them. Set MONGOD to the path of a mongod of"
                + " the version that wrote them, or move " + directory.root() + " away to begin with empty data.";
    }

    /** What mongod says before it has its log: a wrong argument, a missing library. */
    private Path output() {
        return directory.root().resolve("mongod.out");
    }
}
