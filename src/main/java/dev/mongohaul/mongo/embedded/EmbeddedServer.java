package dev.mongohaul.mongo.embedded;

import com.mongodb.MongoException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handle of one user of the embedded MongoDB of a directory: a single-node replica set on 127.0.0.1.
 *
 * <p>The first user starts the server, the last one stops it; users in several programs share it. The server of a killed
 * program stays for the others, or for the next program. Thread-safe; may be closed by a shutdown hook. Linux and macOS only.
 */
public final class EmbeddedServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);

    /** Long enough for another program that downloads a server. */
    private static final Duration TURN_TIMEOUT = Duration.ofMinutes(10);

    /** Short, because a program that ends should not wait long; the next program adopts the server. */
    private static final Duration CLOSE_TURN_TIMEOUT = Duration.ofSeconds(30);

    /** The last checkpoint takes seconds on a slow disk; killing sooner would cost a recovery. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private final ServerDirectory directory;
    private final UserFile user;
    private final int port;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedServer(ServerDirectory directory, UserFile user, int port) {
        this.directory = directory;
        this.user = user;
        this.port = port;
    }

    /**
     * Starts or adopts the server, and returns when it accepts writes. Can take minutes if a server has to be downloaded.
     *
     * @throws EmbeddedServerException if the server does not start
     * @throws dev.mongohaul.mongo.embedded.MongodFinder.MongodNotFoundException if there is no server program
     */
    public static EmbeddedServer acquire(EmbeddedServerSettings settings) {
        ServerDirectory directory = ServerDirectory.open(settings.directory());
        ServerStarter starter = new ServerStarter(directory, settings);
        return new TransitionLock(directory.lock(), TURN_TIMEOUT).holding(() -> {
            UserFile user = UserFile.register(directory.users());
            try {
                return new EmbeddedServer(directory, user, starter.ensureRunning());
            } catch (RuntimeException e) {
                user.release();
                throw e;
            }
        });
    }

    /** Returns whether the hosts of an address are the running server of a directory, as {@link #uri} names it. */
    public static boolean isAt(List<String> hosts, Path root) {
        ServerDirectory directory = new ServerDirectory(root);
        return directory
                .readRecord()
                .filter(running -> running.process() != null)
                .filter(running -> hosts.equals(List.of("127.0.0.1:" + running.port())))
                .isPresent();
    }

    /** Returns the port on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** Returns the connection string, without a database. */
    public String uri() {
        return uri("");
    }

    /** Returns the connection string with a database. */
    public String uri(String database) {
        return "mongodb://127.0.0.1:" + port + "/" + database + "?replicaSet=" + AdminConnection.REPLICA_SET;
    }

    /**
     * Releases the handle; stops the server if there is no other user. Further calls do nothing. Never throws, and works in
     * an interrupted thread too.
     */
    @Override
    public void close() {
        close(false);
    }

    /** As {@link #close}; deletes the data if it stops the server. */
    public void discard() {
        close(true);
    }

    private void close(boolean deletesData) {
        if (closed.getAndSet(true)) {
            return;
        }
        // In an interrupted thread, waits and file channels end at once, which would leave the server running.
        boolean interrupted = Thread.interrupted();
        try {
            new TransitionLock(directory.lock(), CLOSE_TURN_TIMEOUT).holding(() -> leave(deletesData));
        } catch (RuntimeException e) {
            LOG.warn("The embedded MongoDB in {} was not stopped; the next program adopts it.", directory.root(), e);
        } finally {
            user.release();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether the server was stopped. */
    private boolean leave(boolean deletesData) {
        user.release();
        if (UserFile.anyIn(directory.users())) {
            return false;
        }
        stop();
        if (deletesData) {
            directory.deleteData();
        }
        return true;
    }

    /** Stops the server by the shutdown command, then SIGTERM, then SIGKILL; returns when its process has ended. */
    private void stop() {
        Optional<ServerRecord> last = directory.readRecord();
        // Looked up first, because a server that shuts down deletes its lock file before it ends.
        Optional<ServerProcess> server = directory.server();
        if (server.isPresent()) {
            if (!last.map(ServerRecord::port).map(this::requestShutdown).orElse(false)) {
                server.get().terminate();
            }
            awaitEnd(server.get());
        }
        last.map(ServerRecord::stopped).ifPresent(directory::writeRecord);
    }

    /** Returns whether the server received the request. */
    private boolean requestShutdown(int recordedPort) {
        try {
            return sendShutdown(recordedPort);
        } catch (LinkageError e) {
            LOG.trace("the jar of this program was replaced, so that no class of the driver can be loaded", e);
            return false;
        }
    }

    private boolean sendShutdown(int recordedPort) {
        if (AdminConnection.identify(recordedPort, directory.data()).isEmpty()) {
            return false;
        }
        try (AdminConnection connection = new AdminConnection(recordedPort, STOP_TIMEOUT)) {
            connection.run(new Document("shutdown", 1).append("force", true).append("timeoutSecs", 0));
        } catch (MongoException e) {
            LOG.trace("the server closed the connection while it shut down", e);
        }
        return true;
    }

    private static void awaitEnd(ServerProcess server) {
        if (server.awaitExit(STOP_TIMEOUT)) {
            return;
        }
        server.terminate();
        if (!server.awaitExit(STOP_TIMEOUT)) {
            LOG.warn("{} does not stop, so it is killed; MongoDB recovers its data at the next start", server);
            server.kill();
            server.awaitExit(STOP_TIMEOUT);
        }
    }
}
