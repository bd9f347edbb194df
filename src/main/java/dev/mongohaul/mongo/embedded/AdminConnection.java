package dev.mongohaul.mongo.embedded;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.mongo.embedded.ServerProcess.Deadline;
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

    private static final Duration IDENTIFY_TIMEOUT = Duration.ofSeconds(3);

    private final MongoClient client;

    /** @param timeout of connecting and of each answer */
    AdminConnection(int port, Duration timeout) {
        int millis = Math.toIntExact(timeout.toMillis());
        client = MongoClients.create(MongoClientSettings.builder()
                .applicationName("mongohaul")
                .applyConnectionString(new ConnectionString("mongodb://127.0.0.1:" + port + "/?directConnection=true"))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(millis, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket ->
                        socket.connectTimeout(millis, TimeUnit.MILLISECONDS).readTimeout(millis, TimeUnit.MILLISECONDS))
                .build());
    }

    /**
     * Identity of a running server.
     *
     * @param process of the server
     * @param version for example {@code 6.0.5}
     * @param data directory of the server
     */
    record Identity(ServerProcess process, String version, Path data) {}

    /** Returns the server on the port; empty if it does not answer or has another data directory. */
    static Optional<Identity> identify(int port, Path data) {
        if (!accepts(port)) {
            return Optional.empty();
        }
        try (AdminConnection connection = new AdminConnection(port, IDENTIFY_TIMEOUT)) {
            return connection.identity().filter(server -> server.data().equals(data));
        } catch (MongoException e) {
            return Optional.empty();
        }
    }

    Document run(Document command) {
        return client.getDatabase("admin").runCommand(command);
    }

    boolean isEmpty(String database, String collection) {
        return client.getDatabase(database).getCollection(collection).find().first() == null;
    }

    Document hello() {
        return run(new Document("hello", 1));
    }

    @Override
    public void close() {
        client.close();
    }

    private Optional<Identity> identity() {
        Document options = run(new Document("getCmdLineOpts", 1)).get("parsed", new Document());
        String data = options.get("storage", new Document()).getString("dbPath");
        if (data == null) {
            return Optional.empty();
        }
        Document status = run(new Document("serverStatus", 1));
        return ServerProcess.of(status.get("pid", Number.class).longValue())
                .map(process -> new Identity(process, status.getString("version"), Path.of(data)));
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

    /** Replica set {@value #NAME}, whose only member, and so primary, is the server. */
    static final class ReplicaSet {

        static final String NAME = "mongohaul";

        private static final int NOT_YET_INITIALIZED = 94;

        private final AdminConnection connection;
        private final String member;

        ReplicaSet(AdminConnection connection, int port) {
            this.connection = connection;
            this.member = "127.0.0.1:" + port;
        }

        /** Makes the server a primary that accepts writes; returns false if that takes longer than the timeout. */
        boolean ensurePrimary(Duration timeout) {
            Deadline deadline = Deadline.after(timeout);
            while (!writable()) {
                if (!deadline.pause()) {
                    return false;
                }
            }
            return true;
        }

        /** A new configuration closes connections, so that a command may fail during the change. */
        private boolean writable() {
            try {
                return configured() && connection.hello().getBoolean("isWritablePrimary", false);
            } catch (MongoSocketException | MongoConnectionPoolClearedException e) {
                return false;
            }
        }

        /** Initiates the set, or sets the current port of its member; returns false while the server loads its configuration. */
        private boolean configured() {
            try {
                Document configuration =
                        connection.run(new Document("replSetGetConfig", 1)).get("config", Document.class);
                if (!member.equals(onlyMember(configuration).getString("host"))) {
                    moveTo(configuration);
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
            if (connection.isEmpty("local", "system.replset")) {
                connection.run(new Document("replSetInitiate", initialConfiguration()));
                return true;
            }
            return false;
        }

        /** Forced, because a member that does not find itself under the old port cannot elect a primary. */
        private void moveTo(Document configuration) {
            onlyMember(configuration).put("host", member);
            configuration.put("version", configuration.getInteger("version") + 1);
            connection.run(new Document("replSetReconfig", configuration).append("force", true));
        }

        private Document initialConfiguration() {
            return new Document("_id", NAME).append("members", List.of(new Document("_id", 0).append("host", member)));
        }

        private static Document onlyMember(Document configuration) {
            return configuration.getList("members", Document.class).get(0);
        }
    }
}
