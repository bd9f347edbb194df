package dev.mongohaul.mongo.embedded;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.Optional;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the server of a directory. Asks first, then insists: the shutdown command, SIGTERM, SIGKILL. A process that is
 * not this directory's server is not touched. Call only under the {@link TransitionLock}.
 */
final class ServerStopper {

    private static final Logger LOG = LoggerFactory.getLogger(ServerStopper.class);

    /** The last checkpoint takes seconds on a slow disk; killing sooner would cost a recovery. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ServerDirectory directory;

    ServerStopper(ServerDirectory directory) {
        this.directory = directory;
    }

    /** Returns when the server is gone; at once when there is none. */
    void stop() {
        Optional<ServerRecord> last = directory.readRecord();
        // Looked up first: a server that shuts down gives its lock file up before it ends.
        Optional<ServerProcess> server = directory.server();
        if (server.isPresent()) {
            if (!last.map(ServerRecord::port).map(this::requestShutdown).orElse(false)) {
                server.get().terminate();
            }
            end(server.get());
        }
        last.map(ServerRecord::stopped).ifPresent(directory::writeRecord);
    }

    /** Whether the server was there to hear it. */
    private boolean requestShutdown(int port) {
        if (AdminConnection.identify(port, directory.data()).isEmpty()) {
            return false;
        }
        try (AdminConnection connection = new AdminConnection(port, PATIENCE)) {
            connection.run(new Document("shutdown", 1).append("force", true).append("timeoutSecs", 0));
        } catch (MongoException e) {
            LOG.trace("the server hangs up when it obeys", e);
        }
        return true;
    }

    private static void end(ServerProcess server) {
        if (server.awaitExit(PATIENCE)) {
            return;
        }
        server.terminate();
        if (!server.awaitExit(PATIENCE)) {
            LOG.warn("{} does not stop, so it is killed; MongoDB recovers its data at the next start", server);
            server.kill();
            server.awaitExit(PATIENCE);
        }
    }
}
