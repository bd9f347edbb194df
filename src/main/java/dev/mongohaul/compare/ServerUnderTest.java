package dev.mongohaul.compare;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ServerDescription;
import dev.mongohaul.job.file.TargetIndex;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ServerKind;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** The server that is measured: what it holds, and what it spends. */
public final class ServerUnderTest {

    /** For what may take longer than other answers: dropping, syncing, counting many documents. */
    private static final long PATIENCE_MINUTES = 30;

    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;

    private final MongoConnection connection;
    private final MongoCluster patient;

    public ServerUnderTest(MongoConnection connection) {
        this.connection = connection;
        this.patient = connection.client().withTimeout(PATIENCE_MINUTES, TimeUnit.MINUTES);
    }

    public MongoConnection connection() {
        return connection;
    }

    /** The server that takes writes. */
    public ServerAddress primary() {
        return connection.client().getClusterDescription().getServerDescriptions().stream()
                .filter(ServerDescription::isPrimary)
                .findFirst()
                .map(ServerDescription::getAddress)
                .orElseThrow(() -> new ComparisonException("MongoDB has no primary at the moment: try again later"));
    }

    /** CPU seconds since the server's start; empty where it does not tell, or is not the one that stores the documents. */
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

    /** Makes an empty collection with these indexes. */
    public void create(MongoNamespace namespace, List<TargetIndex> indexes) {
        MongoDatabase database = patient.getDatabase(namespace.getDatabaseName());
        database.createCollection(namespace.getCollectionName());
        indexes.forEach(index ->
                database.getCollection(namespace.getCollectionName()).createIndex(index.keys(), index.options()));
    }

    /** Documents of a collection. */
    public long count(MongoNamespace namespace) {
        return patient.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName())
                .countDocuments();
    }

    /** How long a step took, as the JobRepository in that database says. */
    public Optional<Double> stepSeconds(String database, String step) {
        Document found = patient.getDatabase(database)
                .getCollection("BATCH_STEP_EXECUTION")
                .find(new Document("name", step))
                .first();
        if (found == null || found.getDate("startTime") == null || found.getDate("endTime") == null) {
            return Optional.empty();
        }
        Date start = found.getDate("startTime");
        return Optional.of(
                Duration.between(start.toInstant(), found.getDate("endTime").toInstant())
                                .toMillis()
                        / MILLIS);
    }

    /** Drops all databases whose names begin so. */
    public void dropAll(String prefix) {
        for (String name : patient.listDatabaseNames()) {
            if (name.startsWith(prefix)) {
                drop(name);
            }
        }
    }

    /** Drops a database. */
    public void drop(String database) {
        patient.getDatabase(database).drop();
    }

    /** Has the server write down all it holds, so that nobody pays for what was before. */
    public void settle() {
        try {
            patient.getDatabase("admin").runCommand(new Document("fsync", 1));
        } catch (MongoCommandException notHere) {
            // A hosted server may not allow it: measured is what such a server does by itself.
            return;
        }
    }
}
