package dev.mongohaul.mongo.embedded;

import com.mongodb.MongoException;
import dev.mongohaul.mongo.embedded.AdminConnection.Identity;
import dev.mongohaul.mongo.embedded.AdminConnection.ReplicaSet;
import dev.mongohaul.mongo.embedded.EmbeddedServer.EmbeddedServerException;
import dev.mongohaul.mongo.embedded.MongodLauncher.Launch;
import dev.mongohaul.mongo.embedded.MongodLauncher.MongodLog;
import dev.mongohaul.mongo.embedded.MongodLauncher.MongodOptions;
import dev.mongohaul.mongo.embedded.ServerDirectory.ServerRecord;
import dev.mongohaul.mongo.embedded.ServerDirectory.TransitionLock;
import dev.mongohaul.mongo.embedded.ServerProcess.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starter of the server of a directory, which adopts a running server. To be called under the {@link TransitionLock} only. */
final class ServerStarter {

    private static final Logger LOG = LoggerFactory.getLogger(ServerStarter.class);

    /** A free port can be taken before mongod opens it. */
    private static final int PORTS_TO_TRY = 5;

    /** A killed server can keep the lock of its data for a moment after its process has ended. */
    private static final Duration DYING = Duration.ofSeconds(5);

    private final ServerDirectory directory;
    private final EmbeddedServerSettings settings;
    private final StartFailures failures;

    ServerStarter(ServerDirectory directory, EmbeddedServerSettings settings) {
        this.directory = directory;
        this.settings = settings;
        this.failures = new StartFailures(directory, settings.startTimeout());
    }

    /** Starts or adopts the server and returns its port when it accepts writes. */
    int ensureRunning() {
        int port = adopt().orElseGet(this::start).port();
        try (AdminConnection connection = new AdminConnection(port, settings.startTimeout())) {
            if (!new ReplicaSet(connection, port).ensurePrimary(settings.startTimeout())) {
                throw failures.notWritable(port, null);
            }
            return port;
        } catch (MongoException e) {
            throw failures.notWritable(port, e);
        }
    }

    private Optional<ServerRecord> adopt() {
        Optional<ServerProcess> server = directory.server();
        if (server.isEmpty()) {
            return Optional.empty();
        }
        int port = directory.readRecord().map(ServerRecord::port).orElseThrow(() -> failures.unknownPort(server.get()));
        return adopt(server.get(), port);
    }

    /** Waits as long as for a start of our own, because a server that starts or recovers listens late. */
    private Optional<ServerRecord> adopt(ServerProcess server, int port) {
        Deadline deadline = Deadline.after(settings.startTimeout());
        while (server.isAlive()) {
            Optional<Identity> identity = AdminConnection.identify(port, directory.data());
            if (identity.isPresent()) {
                return Optional.of(remember(port, identity.get()));
            }
            if (!deadline.pause()) {
                throw failures.silent(server, port);
            }
        }
        return Optional.empty();
    }

    private ServerRecord start() {
        Mongod mongod = new MongodFinder(settings.environment()).find();
        MongodLauncher launcher = new MongodLauncher(
                mongod, new MongodOptions(directory.data(), directory.log(), ReplicaSet.NAME, settings.arguments()));
        Deadline dying = Deadline.after(DYING);
        int portsTaken = 0;
        while (portsTaken < PORTS_TO_TRY) {
            int port = choosePort();
            LOG.info("starting MongoDB {} on 127.0.0.1:{}, data in {}", mongod.version(), port, directory.data());
            Launch launch = launcher.launch(port, settings.startTimeout());
            switch (launch.outcome()) {
                case RUNNING -> {
                    return started(port);
                }
                case PORT_TAKEN -> {
                    LOG.info("port {} is in use, trying another port", port);
                    portsTaken++;
                }
                case DATA_IN_USE -> {
                    if (!dying.pause()) {
                        throw failures.failed(launch.output());
                    }
                }
                case INCOMPATIBLE_DATA -> throw failures.incompatible(mongod);
                case STILL_STARTING -> throw failures.stillStarting(launch.output());
                case FAILED -> throw failures.failed(launch.output());
            }
        }
        throw failures.noPort();
    }

    /** Records the port before the launch, so that the next program finds the server if this one is killed. */
    private int choosePort() {
        Optional<ServerRecord> last = directory.readRecord();
        int port = FreePort.preferring(last.map(ServerRecord::port).orElse(FreePort.ANY));
        directory.writeRecord(
                new ServerRecord(port, null, last.map(ServerRecord::version).orElse(null)));
        return port;
    }

    private ServerRecord started(int port) {
        return directory
                .server()
                .flatMap(server -> adopt(server, port))
                .orElseThrow(() -> failures.failed("It ended right after its start."));
    }

    private ServerRecord remember(int port, Identity server) {
        ServerRecord serverRecord = new ServerRecord(port, server.process(), server.version());
        directory.writeRecord(serverRecord);
        return serverRecord;
    }

    /** Exceptions for each way in which the start of the embedded server can fail. */
    static final class StartFailures {

        private final ServerDirectory directory;
        private final long seconds;

        StartFailures(ServerDirectory directory, Duration startTimeout) {
            this.directory = directory;
            this.seconds = startTimeout.toSeconds();
        }

        EmbeddedServerException failed(String output) {
            return new EmbeddedServerException(
                    "The embedded MongoDB does not start. Its log is " + directory.log() + ":\n" + output);
        }

        EmbeddedServerException stillStarting(String output) {
            return new EmbeddedServerException("The embedded MongoDB was started but does not listen after " + seconds
                    + " s. It may still be recovering its data: try again later. Its log is " + directory.log() + ":\n"
                    + output);
        }

        EmbeddedServerException notWritable(int port, @Nullable Throwable cause) {
            return new EmbeddedServerException(
                    "The embedded MongoDB on 127.0.0.1:" + port + " does not accept writes within " + seconds
                            + " s. Its log is " + directory.log() + ":\n" + new MongodLog(directory.log()).tail(0),
                    cause);
        }

        EmbeddedServerException incompatible(Mongod mongod) {
            String last = directory
                    .readRecord()
                    .map(ServerRecord::version)
                    .map(version -> "MongoDB " + version)
                    .orElse("another version of MongoDB");
            return new EmbeddedServerException("The data in " + directory.data() + " were last used by " + last + "; "
                    + mongod.executable() + " is MongoDB " + mongod.version()
                    + ", which cannot read them. Set MONGOD to"
                    + " the path of a mongod of the version that wrote them, or move " + directory.root()
                    + " away to begin with empty data.");
        }

        EmbeddedServerException silent(ServerProcess server, int port) {
            return new EmbeddedServerException("Process " + server.pid() + " (mongod) uses " + directory.data()
                    + " but does not answer on 127.0.0.1:" + port + " within " + seconds + " s. If it hangs, end it and"
                    + " try again. Its log is " + directory.log() + ".");
        }

        EmbeddedServerException unknownPort(ServerProcess server) {
            return new EmbeddedServerException(
                    "Process " + server.pid() + " (mongod) uses " + directory.data()
                            + ", but server.json, which names its port, is missing or damaged. End that process and try again.");
        }

        EmbeddedServerException noPort() {
            return new EmbeddedServerException(
                    "The embedded MongoDB finds no port: each one that was free was taken before mongod had it. Try again.");
        }
    }

    /** Free port of 127.0.0.1. */
    static final class FreePort {

        static final int ANY = 0;

        private FreePort() {}

        /** Returns the given port if it is free, so that the replica set's configuration stays unchanged; else another port. */
        static int preferring(int port) {
            try {
                return tryPort(port);
            } catch (IOException taken) {
                return any();
            }
        }

        private static int any() {
            try {
                return tryPort(ANY);
            } catch (IOException e) {
                throw new UncheckedIOException("There is no free port on 127.0.0.1", e);
            }
        }

        private static int tryPort(int port) throws IOException {
            try (ServerSocket socket = new ServerSocket()) {
                // Connections of the last server may be in TIME_WAIT; mongod reuses such an address too.
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return socket.getLocalPort();
            }
        }
    }
}
