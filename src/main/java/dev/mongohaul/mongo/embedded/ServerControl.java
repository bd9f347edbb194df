package dev.mongohaul.mongo.embedded;

import com.mongodb.MongoException;
import dev.mongohaul.mongo.embedded.MongodLauncher.Outcome;
import dev.mongohaul.mongo.embedded.mongod.Mongod;
import dev.mongohaul.mongo.embedded.mongod.MongodFinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the running server of a directory, or starts it; stops it. Call only under the {@link TransitionLock}. */
final class ServerControl {

    private static final Logger LOG = LoggerFactory.getLogger(ServerControl.class);

    private static final int PORTS_TO_TRY = 5;
    private static final Duration POLL = Duration.ofMillis(50);

    /** A checkpoint of dirty cache takes seconds on a slow disk; killing sooner would cost a recovery. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private final ServerDirectory directory;
    private final EmbeddedServerSettings settings;

    ServerControl(ServerDirectory directory, EmbeddedServerSettings settings) {
        this.directory = directory;
        this.settings = settings;
    }

    /** The port of a server that accepts writes. */
    int ensureRunning() {
        ServerRecord server = running().orElseGet(this::start);
        try (AdminConnection connection = AdminConnection.to(server.port())) {
            ReplicaSet replicaSet = new ReplicaSet(connection, server.port());
            replicaSet.configure();
            if (!replicaSet.awaitPrimary(settings.startTimeout())) {
                throw notWritable(server.port(), null);
            }
        } catch (MongoException e) {
            throw notWritable(server.port(), e);
        }
        return server.port();
    }

    /** Asks, then insists: the shutdown command, SIGTERM, SIGKILL. A process that is not our server is not touched. */
    void stop() {
        Optional<ServerRecord> last = directory.readRecord();
        Optional<ServerIdentity> answering =
                last.flatMap(server -> AdminConnection.identify(server.port(), directory.data()));
        if (answering.isPresent() && last.isPresent()) {
            requestShutdown(last.get().port());
        }
        answering.map(ServerIdentity::process).or(this::dataHolder).ifPresent(this::end);
        last.map(ServerRecord::stopped).ifPresent(directory::writeRecord);
    }

    private Optional<ServerRecord> running() {
        Optional<ServerRecord> last = directory.readRecord();
        Optional<ServerProcess> holder = dataHolder();
        if (holder.isEmpty()) {
            return Optional.empty();
        }
        if (last.isEmpty()) {
            throw new EmbeddedServerException(describe(holder.get()) + " uses " + directory.data()
                    + ", and its port is not known since server.json is missing. Stop that process and try again.");
        }
        return adopt(holder.get(), last.get().port());
    }

    /** A server that is starting or recovering listens late: it is given the time a start of our own would get. */
    private Optional<ServerRecord> adopt(ServerProcess holder, int port) {
        long deadline = System.nanoTime() + settings.startTimeout().toNanos();
        while (holder.isAlive()) {
            Optional<ServerIdentity> server = AdminConnection.identify(port, directory.data());
            if (server.isPresent()) {
                LOG.debug("MongoDB {} runs on port {} already", server.get().version(), port);
                return Optional.of(remember(port, server.get()));
            }
            if (System.nanoTime() - deadline > 0 || !Pause.of(POLL)) {
                throw new EmbeddedServerException(describe(holder) + " uses " + directory.data()
                        + " but does not answer on 127.0.0.1:" + port + " within "
                        + settings.startTimeout().toSeconds() + " s. See " + directory.log() + ".");
            }
        }
        return Optional.empty();
    }

    private ServerRecord start() {
        Mongod mongod = new MongodFinder(settings.environment()).find();
        MongodLauncher launcher = new MongodLauncher(directory, settings, mongod);
        for (int attempt = 0; attempt < PORTS_TO_TRY; attempt++) {
            int port = freePort();
            String lastVersion =
                    directory.readRecord().map(ServerRecord::version).orElse(null);
            directory.writeRecord(new ServerRecord(port, null, lastVersion));
            LOG.info("starting MongoDB {} on 127.0.0.1:{}, data in {}", mongod.version(), port, directory.data());
            if (launcher.launch(port) == Outcome.RUNNING) {
                return AdminConnection.identify(port, directory.data())
                        .map(server -> remember(port, server))
                        .orElseThrow(() -> new EmbeddedServerException("The embedded MongoDB ended right after its"
                                + " start. Its log is " + directory.log() + "."));
            }
        }
        throw new EmbeddedServerException("No free port on 127.0.0.1 after " + PORTS_TO_TRY + " tries.");
    }

    private ServerRecord remember(int port, ServerIdentity server) {
        ServerRecord serverRecord = new ServerRecord(port, server.process(), server.version());
        directory.writeRecord(serverRecord);
        return serverRecord;
    }

    /** The last port where it is free, so that the replica set's configuration stays as it is. */
    private int freePort() {
        int preferred = directory.readRecord().map(ServerRecord::port).orElse(0);
        return listenOnce(preferred)
                .or(() -> listenOnce(0))
                .orElseThrow(() -> new EmbeddedServerException("No free port on 127.0.0.1."));
    }

    private static Optional<Integer> listenOnce(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return Optional.of(socket.getLocalPort());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void requestShutdown(int port) {
        try (AdminConnection connection = AdminConnection.to(port)) {
            connection.run(new Document("shutdown", 1).append("force", true).append("timeoutSecs", 0));
        } catch (MongoException e) {
            LOG.debug("the server closed the connection while shutting down", e);
        }
    }

    private void end(ServerProcess server) {
        if (server.awaitExit(STOP_TIMEOUT)) {
            return;
        }
        server.terminate();
        if (!server.awaitExit(STOP_TIMEOUT)) {
            LOG.warn(
                    "{} does not stop, so it is killed; MongoDB recovers its data at the next start", describe(server));
            server.kill();
            server.awaitExit(STOP_TIMEOUT);
        }
    }

    /** The live mongod that has the data open: it writes its number into a file that it locks. */
    private Optional<ServerProcess> dataHolder() {
        Path file = directory.data().resolve("mongod.lock");
        try {
            String pid = Files.exists(file) ? Files.readString(file).strip() : "";
            return pid.matches("\\d{1,18}")
                    ? ServerProcess.of(Long.parseLong(pid), directory.data())
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    private EmbeddedServerException notWritable(int port, @Nullable MongoException cause) {
        return new EmbeddedServerException(
                "The embedded MongoDB on 127.0.0.1:" + port + " does not accept writes within "
                        + settings.startTimeout().toSeconds() + " s. Its log is " + directory.log() + ":\n"
                        + new MongodLog(directory.log()).tail(0),
                cause);
    }

    private static String describe(ServerProcess process) {
        return "Process " + process.pid() + " (mongod)";
    }
}
