package dev.mongohaul.mongo.embedded;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** A connection to one local server whatever its state: also before it is a replica set, or has a primary. */
final class AdminConnection implements AutoCloseable {

    private static final Duration IDENTIFY_TIMEOUT = Duration.ofSeconds(3);

    private final MongoClient client;

    /** @param timeout for connecting and for each answer */
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
     * What a running server says about itself.
     *
     * @param process the server's own process
     * @param version for example {@code 6.0.5}
     * @param data the directory it serves
     */
    record Identity(ServerProcess process, String version, Path data) {}

    /** The server on the port, if it answers and serves this data directory. */
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

    /** A cheap look first: a client would wait its full patience for a port that nobody listens on. */
    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) IDENTIFY_TIMEOUT.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
