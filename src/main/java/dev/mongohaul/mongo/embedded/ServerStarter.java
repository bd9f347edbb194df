package dev.mongohaul.mongo.embedded;

import com.mongodb.MongoException;
import dev.mongohaul.waiting.Pauses;
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

/** Starter of the server of a directory, which adopts a running server. Must be called under the {@link TransitionLock} only. */
record ServerStarter(ServerDirectory directory, EmbeddedServerSettings settings) {

    private static final Logger LOG = LoggerFactory.getLogger(ServerStarter.class);

    /** A free port can be taken before mongod opens it. */
    private static final int PORTS_TO_TRY = 5;

    private static final int ANY_PORT = 0;

    /** A killed server can keep its port and the lock of its data for a moment after its process has ended. */
    private static final Duration DYING = Duration.ofSeconds(5);

    /** Starts or adopts the server and returns its port when it accepts writes. */
    int ensureRunning() {
        int port = adopt().orElseGet(this::start);
        try (AdminConnection connection = new AdminConnection(port, settings.startTimeout())) {
            if (!connection.ensurePrimary(settings.startTimeout())) {
                throw notWritable(port, null);
            }
            return port;
        } catch (MongoException e) {
            throw notWritable(port, e);
        }
    }

    private Optional<Integer> adopt() {
        return directory.server().flatMap(server -> {
            int port = directory
                    .readRecord()
                    .map(ServerRecord::port)
                    .orElseThrow(() -> new EmbeddedServerException(usedBy(server)
                            + ", but server.json, which names its port, is missing or damaged. End that process and try"
                            + " again."));
            return adopt(server, port);
        });
    }

    /** Waits as long as for a start of our own, because a server that starts or recovers listens late. */
    private Optional<Integer> adopt(ServerProcess server, int port) {
        Pauses deadline = Polling.until(settings.startTimeout());
        while (server.isAlive()) {
            Optional<Identity> identity = AdminConnection.identify(port, directory.data());
            if (identity.isPresent()) {
                directory.writeRecord(new ServerRecord(
                        port, identity.get().process(), identity.get().version()));
                return Optional.of(port);
            }
            if (!deadline.pauseUnlessInterrupted()) {
                throw new EmbeddedServerException(usedBy(server) + " but does not answer on 127.0.0.1:" + port
                        + " within " + seconds() + " s. If it hangs, end it and try again. Its log is "
                        + directory.log() + ".");
            }
        }
        return Optional.empty();
    }

    private int start() {
        Mongod mongod = new MongodFinder(settings.environment()).find();
        MongodLauncher launcher = new MongodLauncher(mongod, directory, settings.arguments());
        Pauses dying = Polling.until(DYING);
        int portsTaken = 0;
        while (portsTaken < PORTS_TO_TRY) {
            int port = choosePort();
            LOG.debug("starting MongoDB {} on 127.0.0.1:{}, data in {}", mongod.version(), port, directory.data());
            Launch launch = launcher.launch(port, settings.startTimeout());
            switch (launch.outcome()) {
                case RUNNING -> {
                    return directory
                            .server()
                            .flatMap(server -> adopt(server, port))
                            .orElseThrow(() -> failed("It ended right after its start."));
                }
                case PORT_TAKEN -> {
                    requireAnyPort();
                    LOG.info("port {} is in use, trying another port", port);
                    portsTaken++;
                }
                case DATA_IN_USE -> {
                    if (!dying.pauseUnlessInterrupted()) {
                        throw failed(launch.output());
                    }
                }
                case INCOMPATIBLE_DATA -> throw incompatible(mongod);
                case STILL_STARTING ->
                    throw new EmbeddedServerException("The embedded MongoDB was started but does not listen after "
                            + seconds() + " s. It may still be recovering its data: try again later. Its log is "
                            + directory.log() + ":\n" + launch.output());
                case FAILED -> throw failed(launch.output());
            }
        }
        throw new EmbeddedServerException(
                "The embedded MongoDB finds no port: each one that was free was taken before mongod had it. Try again.");
    }

    /** Records the port before the launch, so that the next program finds the server if this one is killed. */
    private int choosePort() {
        Optional<ServerRecord> last = directory.readRecord();
        int preferred =
                settings.port() == ANY_PORT ? last.map(ServerRecord::port).orElse(ANY_PORT) : settings.port();
        boolean killed = last.map(ServerRecord::process).isPresent();
        Pauses dying = Polling.until(killed ? DYING : Duration.ZERO);
        int port = freePort(preferred);
        while (port != preferred && dying.pauseUnlessInterrupted()) {
            port = freePort(preferred);
        }
        if (port != preferred) {
            requireAnyPort();
        }
        directory.writeRecord(
                new ServerRecord(port, null, last.map(ServerRecord::version).orElse(null)));
        return port;
    }

    /** Fails if the user asked for one port, which is in use. */
    private void requireAnyPort() {
        if (settings.port() != ANY_PORT) {
            throw new EmbeddedServerException(
                    "Port %d on 127.0.0.1 cannot be used: another program uses it, or this user may not open it. Choose another port, or 0 for any."
                            .formatted(settings.port()));
        }
    }

    /** Returns the given port if it is free, so that the replica set's configuration stays unchanged; else another port. */
    private static int freePort(int preferred) {
        try (ServerSocket socket = new ServerSocket()) {
            // Connections of the last server may be in TIME_WAIT; mongod reuses such an address too.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), preferred));
            return socket.getLocalPort();
        } catch (IOException e) {
            if (preferred == ANY_PORT) {
                throw new UncheckedIOException("There is no free port on 127.0.0.1", e);
            }
            return freePort(ANY_PORT);
        }
    }

    private EmbeddedServerException failed(String output) {
        return new EmbeddedServerException(
                "The embedded MongoDB does not start. Its log is " + directory.log() + ":\n" + output);
    }

    private EmbeddedServerException notWritable(int port, @Nullable Throwable cause) {
        return new EmbeddedServerException(
                "The embedded MongoDB on 127.0.0.1:" + port + " does not accept writes within " + seconds()
                        + " s. Its log is " + directory.log() + ":\n" + MongodLauncher.tail(directory.log(), 0),
                cause);
    }

    private EmbeddedServerException incompatible(Mongod mongod) {
        String last = directory
                .readRecord()
                .map(ServerRecord::version)
                .map(version -> "MongoDB " + version)
                .orElse("another version of MongoDB");
        return new EmbeddedServerException("The data in " + directory.data() + " were last used by " + last + "; "
                + mongod.executable() + " is MongoDB " + mongod.version()
                + ", which cannot read them. Set MONGOD to the path of a mongod of the version that wrote them, or move "
                + directory.root() + " away to begin with empty data.");
    }

    private String usedBy(ServerProcess server) {
        return "Process " + server.pid() + " (mongod) uses " + directory.data();
    }

    private long seconds() {
        return settings.startTimeout().toSeconds();
    }
}
