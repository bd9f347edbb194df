package dev.mongohaul.job.run;

import com.mongodb.MongoNamespace;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import dev.mongohaul.mongo.session.FormerSessions;
import dev.mongohaul.repository.run.TargetServer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Connections of a process: to the servers of the data, and to that of the JobRepository, which is often the same. */
public final class MongoConnections implements AutoCloseable {

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
        MongoConnection data = null;
        try {
            MongoAddress address = embedded == null
                    ? dataAddress.orElseThrow()
                    : MongoAddress.parse(embedded.uri(), "the embedded server");
            data = MongoConnection.open(address);
            MongoConnection repository =
                    repositoryAddress.isEmpty() ? data : MongoConnection.open(repositoryAddress.get());
            return new MongoConnections(embedded, List.of(data), repository);
        } catch (RuntimeException e) {
            if (data != null) {
                data.close();
            }
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

    /** Returns the connection for data, the first one if there are several. */
    public MongoConnection data() {
        return data.get(0);
    }

    public List<MongoConnection> allData() {
        return data;
    }

    /** Returns the database of a job on one of the servers: the one that the job names, else that of the address. */
    public static String database(MongoConnection server, JobFile job) {
        return Objects.requireNonNullElseGet(
                job.target().database(), () -> server.address().database());
    }

    /** Returns the description of the servers for reports, with the version and kind of the first. */
    public TargetServer described() {
        List<String> hosts = data.stream()
                .flatMap(connection -> connection.address().hosts().stream())
                .toList();
        return TargetServer.of(data().facts(), hosts);
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
        repository
                .client()
                .getDatabase(repository.address().database())
                .withTimeout(PING_SECONDS, TimeUnit.SECONDS)
                .runCommand(new Document("ping", 1));
    }

    /**
     * Ends sessions of a process that must not write any longer, on all servers, as {@link FormerSessions#end} does.
     *
     * @param target collection that the sessions change
     * @throws RuntimeException if a server does not confirm their end in time
     */
    public void endSessions(MongoNamespace target, Collection<UUID> sessions, RetryBudget retries) {
        if (sessions.isEmpty()) {
            return;
        }
        // First by a write, since the other connections may be to the same server.
        ofRepository().end(sessions, retries);
        for (MongoConnection server : data) {
            if (server != repository) {
                FormerSessions.on(server, target).end(sessions, retries);
            }
        }
    }

    /**
     * Lets all servers refuse later commands of sessions, as {@link FormerSessions#refuseBelow} does.
     *
     * @param target collection that the sessions change
     * @throws RuntimeException if a server does not confirm it in time
     */
    public void refuseBelow(MongoNamespace target, Map<UUID, Long> numbers, RetryBudget retries) {
        ofRepository().refuseBelow(numbers, retries);
        for (MongoConnection server : data) {
            if (server != repository) {
                FormerSessions.on(server, target).refuseBelow(numbers, retries);
            }
        }
    }

    private FormerSessions ofRepository() {
        return FormerSessions.withRepository(repository, repository.address().database());
    }

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

    @Override
    public void close() {
        repository.close();
        data.forEach(MongoConnection::close);
        if (embedded != null) {
            embedded.close();
        }
    }
}
