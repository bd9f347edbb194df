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

    private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(5).toMillis();

    private final MongoClient client;

    private AdminConnection(int port) {
        client = MongoClients.create(MongoClientSettings.builder()
                .applicationName("mongohaul")
                .applyConnectionString(new ConnectionString("mongodb://127.0.0.1:" + port + "/?directConnection=true"))
                .applyToClusterSettings(
                        cluster -> cluster.serverSelectionTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                        .readTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .build());
    }

    static AdminConnection to(int port) {
        return new AdminConnection(port);
    }

    /** The server on the port, if it answers and serves this data directory. */
    static Optional<ServerIdentity> identify(int port, Path data) {
        if (!accepts(port)) {
            return Optional.empty();
        }
        try (AdminConnection connection = to(port)) {
            return connection.identity().filter(server -> server.data().equals(data));
        } catch (MongoException e) {
            return Optional.empty();
        }
    }

    Document run(Document command) {
        return client.getDatabase("admin").runCommand(command);
    }

    Document hello() {
        return run(new Document("hello", 1));
    }

    @Override
    public void close() {
        client.close();
    }

    private Optional<ServerIdentity> identity() {
        Document status = run(new Document("serverStatus", 1)
                .append("metrics", 0)
                .append("wiredTiger", 0)
                .append("repl", 0)
                .append("locks", 0));
        Document storage = run(new Document("getCmdLineOpts", 1))
                .get("parsed", new Document())
                .get("storage", new Document());
        String data = storage.getString("dbPath");
        return data == null
                ? Optional.empty()
                : ServerProcess.of(status.get("pid", Number.class).longValue())
                        .map(process -> new ServerIdentity(process, status.getString("version"), Path.of(data)));
    }

    /** A cheap look first: a client would wait {@value #PATIENCE_MILLIS} ms for a port nobody listens on. */
    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
