package dev.mongohaul.mongo.embedded;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.bson.Document;

/** A directory for an embedded server, and what a test wants to know about the server in it. */
final class ServerFixture implements AutoCloseable {

    private final ServerDirectory directory;

    ServerFixture(Path root) {
        this.directory = ServerDirectory.open(root);
    }

    /**
     * Lets the next server use a port outside the range of outgoing connections. Otherwise one of them can take the port
     * while the server is stopped.
     */
    void avoidPortsOfConnections() throws IOException {
        Random random = new Random();
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = random.nextInt(20_000, 32_768);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                directory.writeRecord(new ServerRecord(free.getLocalPort(), null, null));
                return;
            } catch (BindException e) {
                // The port is in use: try the next one.
            }
        }
        throw new IllegalStateException("There is no free port from 20000 to 32767");
    }

    EmbeddedServer acquire() {
        return EmbeddedServer.acquire(settings());
    }

    EmbeddedServerSettings settings() {
        return settings(EmbeddedServerSettings.DEFAULT_START_TIMEOUT, "--wiredTigerCacheSizeGB", "0.25");
    }

    EmbeddedServerSettings settings(Duration startTimeout, String... arguments) {
        return new EmbeddedServerSettings(directory.root(), List.of(arguments), startTimeout, System.getenv());
    }

    ServerDirectory directory() {
        return directory;
    }

    boolean runs() {
        return directory.server().isPresent();
    }

    ServerProcess process() {
        return directory.server().orElseThrow();
    }

    ServerRecord serverRecord() {
        return directory.readRecord().orElseThrow();
    }

    static void insert(String uri, int id) {
        with(uri, client -> client.getDatabase("d").getCollection("c").insertOne(new Document("_id", id)));
    }

    static List<Document> documents(String uri) {
        return with(
                uri, client -> client.getDatabase("d").getCollection("c").find().into(new ArrayList<>()));
    }

    /** Stops the server, also after a failed test. */
    @Override
    public void close() {
        directory.server().ifPresent(server -> {
            server.kill();
            server.awaitExit(EmbeddedServerSettings.DEFAULT_START_TIMEOUT);
        });
    }

    private static <T> T with(String uri, Function<MongoClient, T> action) {
        try (MongoClient client = MongoClients.create(uri)) {
            return action.apply(client);
        }
    }
}
