package dev.mongohaul.compare.run;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoCluster;
import com.mongodb.connection.ServerDescription;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ServerKind;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** Server that is measured: its databases and its CPU time. */
public record ServerUnderTest(MongoConnection connection) {

    /** Timeout of slow commands: drop, fsync, count. */
    private static final long SLOW_MINUTES = 30;

    private static final double MICROS = 1e6;

    private MongoCluster slow() {
        return connection.client().withTimeout(SLOW_MINUTES, TimeUnit.MINUTES);
    }

    /** Returns the address of the primary. */
    public ServerAddress primary() {
        return connection.client().getClusterDescription().getServerDescriptions().stream()
                .filter(ServerDescription::isPrimary)
                .findFirst()
                .map(ServerDescription::getAddress)
                .orElseThrow(() -> new ComparisonException("MongoDB has no primary now: try again later"));
    }

    /** Returns the CPU seconds since the server's start; empty if unknown, or for a router, which stores no documents. */
    public Optional<Double> cpuSeconds() {
        if (connection.facts().kind() == ServerKind.SHARDED) {
            return Optional.empty();
        }
        Document status = connection.client().getDatabase("admin").runCommand(new Document("serverStatus", 1));
        Document extra = status.get("extra_info", new Document());
        if (extra.get("user_time_us") instanceof Number user && extra.get("system_time_us") instanceof Number system) {
            return Optional.of((user.longValue() + system.longValue()) / MICROS);
        }
        return Optional.empty();
    }

    /** Creates an empty collection. */
    public void create(MongoNamespace namespace) {
        slow().getDatabase(namespace.getDatabaseName()).createCollection(namespace.getCollectionName());
    }

    public long count(MongoNamespace namespace) {
        return slow().getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName())
                .countDocuments();
    }

    /** Drops all databases whose names have the prefix. */
    public void dropAll(String prefix) {
        for (String name : slow().listDatabaseNames()) {
            if (name.startsWith(prefix)) {
                drop(name);
            }
        }
    }

    public void drop(String database) {
        slow().getDatabase(database).drop();
    }

    /** Lets the server write its data to disk, so that the next measurement does not pay for the previous one. */
    public void flush() {
        try {
            slow().getDatabase("admin").runCommand(new Document("fsync", 1));
        } catch (MongoCommandException notHere) {
            // A hosted server may refuse fsync; then its own schedule is part of the measurement.
            return;
        }
    }
}
