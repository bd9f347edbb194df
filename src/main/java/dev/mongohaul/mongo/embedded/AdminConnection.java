package dev.mongohaul.mongo.embedded;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.waiting.Pauses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** Connection to one local server in any state, even before it is a replica set or has a primary. */
final class AdminConnection implements AutoCloseable {

    static final String REPLICA_SET = "mongohaul";

    private static final int NOT_YET_INITIALIZED = 94;
    private static final Duration IDENTIFY_TIMEOUT = Duration.ofSeconds(3);

    private final String member;
    private final MongoClient client;

    /** @param timeout of connecting and of each answer */
    AdminConnection(int port, Duration timeout) {
        int millis = Math.toIntExact(timeout.toMillis());
        member = "127.0.0.1:" + port;
        client = MongoClients.create(MongoClientSettings.builder()
                .applicationName("mongohaul")
                .applyConnectionString(new ConnectionString("mongodb://" + member + "/?directConnection=true"))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(millis, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket ->
                        socket.connectTimeout(millis, TimeUnit.MILLISECONDS).readTimeout(millis, TimeUnit.MILLISECONDS))
                .build());
    }

    /** Returns the server on the port; empty if it does not answer or has another data directory. */
    static Optional<Identity> identify(int port, Path data) {
        if (!accepts(port)) {
            return Optional.empty();
        }
        try (AdminConnection connection = new AdminConnection(port, IDENTIFY_TIMEOUT)) {
            Document options = connection.run(new Document("getCmdLineOpts", 1)).get("parsed", new Document());
            String dbPath = options.get("storage", new Document()).getString("dbPath");
            if (dbPath == null || !Path.of(dbPath).equals(data)) {
                return Optional.empty();
            }
            Document status = connection.run(new Document("serverStatus", 1));
            return ServerProcess.of(status.get("pid", Number.class).longValue())
                    .map(process -> new Identity(process, status.getString("version")));
        } catch (MongoException e) {
            return Optional.empty();
        }
    }

    Document run(Document command) {
        return client.getDatabase("admin").runCommand(command);
    }

    @Override
    public void close() {
        client.close();
    }

    /** Returns whether the port is open. A client would wait its full timeout for a closed port. */
    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) IDENTIFY_TIMEOUT.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes the server the primary of a replica set of its own; returns false if that takes longer than the timeout. */
    boolean ensurePrimary(Duration timeout) {
        Pauses deadline = Polling.until(timeout);
        while (!writable()) {
            if (!deadline.pauseUnlessInterrupted()) {
                return false;
            }
        }
        return true;
    }

    /** A new configuration closes connections, so that a command may fail during the change. */
    private boolean writable() {
        try {
            return configured() && run(new Document("hello", 1)).getBoolean("isWritablePrimary", false);
        } catch (MongoSocketException | MongoConnectionPoolClearedException e) {
            return false;
        }
    }

    /** Initiates the set, or sets the current port of its member; returns false while the server loads its configuration. */
    private boolean configured() {
        try {
            Document configuration = run(new Document("replSetGetConfig", 1)).get("config", Document.class);
            Document onlyMember =
                    configuration.getList("members", Document.class).get(0);
            if (!member.equals(onlyMember.put("host", member))) {
                configuration.put("version", configuration.getInteger("version") + 1);
                // Forced, because a member that does not find itself under the old port cannot elect a primary.
                run(new Document("replSetReconfig", configuration).append("force", true));
            }
            return true;
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NOT_YET_INITIALIZED) {
                throw e;
            }
            return initiated();
        }
    }

    /** The error code is the same for "never initiated" and "not loaded yet", so the stored configuration decides. */
    private boolean initiated() {
        if (client.getDatabase("local").getCollection("system.replset").find().first() != null) {
            return false;
        }
        List<Document> members = List.of(new Document("_id", 0).append("host", member));
        run(new Document("replSetInitiate", new Document("_id", REPLICA_SET).append("members", members)));
        return true;
    }
}
