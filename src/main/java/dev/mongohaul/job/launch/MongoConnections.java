package dev.mongohaul.job.launch;

import dev.mongohaul.mongo.ClientSettings;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Connections of a process: to the servers of the data, and to that of the JobRepository, which is often the same. */
public final class MongoConnections implements AutoCloseable {

    private static final Document PING = new Document("ping", 1);
    private static final int PING_SECONDS = 3;

    private final @Nullable EmbeddedServer embedded;
    private final List<MongoConnection> data;
    private final MongoConnection repository;

    private MongoConnections(
            @Nullable EmbeddedServer embedded, List<MongoConnection> data, MongoConnection repository) {
        this.embedded = embedded;
        this.data = List.copyOf(data);
        this.repository = repository;
    }

    /**
     * Connects, and starts the embedded server before if no address is given.
     *
     * @param dataAddress empty for the embedded server
     * @param repositoryAddress empty for the server of the data
     * @throws RuntimeException of the {@code mongo} package, with a message for the user
     */
    public static MongoConnections open(
            Optional<MongoAddress> dataAddress,
            Optional<MongoAddress> repositoryAddress,
            EmbeddedServerSettings embeddedSettings) {
        EmbeddedServer embedded = dataAddress.isPresent() ? null : EmbeddedServer.acquire(embeddedSettings);
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            MongoAddress address = embedded == null
                    ? dataAddress.orElseThrow()
                    : MongoAddress.parse(embedded.uri(), "the embedded server");
            MongoConnection data = MongoConnection.open(address, ClientSettings.defaults());
            opened.add(data);
            MongoConnection repository = repositoryAddress
                    .map(other -> MongoConnection.open(other, ClientSettings.defaults()))
                    .orElse(data);
            return new MongoConnections(embedded, List.of(data), repository);
        } catch (RuntimeException e) {
            closeQuietly(opened);
            if (embedded != null) {
                embedded.close();
            }
            throw e;
        }
    }

    /**
     * Returns connections to servers that are already connected; {@link #close} closes them.
     *
     * @param data at least one; if there are several, partitions are distributed over them in turn
     */
    public static MongoConnections of(List<MongoConnection> data, MongoConnection repository) {
        return new MongoConnections(null, data, repository);
    }

    private static void closeQuietly(List<AutoCloseable> opened) {
        for (AutoCloseable connection : opened) {
            try {
                connection.close();
            } catch (Exception e) {
                throw new IllegalStateException("A connection cannot be closed", e);
            }
        }
    }

    /** Returns the connection for data, the first one if there are several. */
    public MongoConnection data() {
        return data.get(0);
    }

    List<MongoConnection> allData() {
        return data;
    }

    public MongoConnection repository() {
        return repository;
    }

    /**
     * Pings the server of the JobRepository.
     *
     * @throws com.mongodb.MongoException if it does not answer within three seconds
     */
    public void ping() {
        String database = repository.address().database();
        repository
                .client()
                .getDatabase(database)
                .withTimeout(PING_SECONDS, TimeUnit.SECONDS)
                .runCommand(PING);
    }

    /** Returns whether the embedded server is used. */
    public boolean embedded() {
        return embedded != null;
    }

    /** Returns warnings about possible loss of data with these servers, one sentence each. */
    public Set<String> warnings() {
        Set<String> warnings = new LinkedHashSet<>();
        data.forEach(connection -> warnings.addAll(connection.warnings()));
        warnings.addAll(repository.warnings());
        return warnings;
    }

    /** Closes the connections, then leaves the embedded server. */
    @Override
    public void close() {
        repository.close();
        data.forEach(MongoConnection::close);
        if (embedded != null) {
            embedded.close();
        }
    }
}
