package dev.mongohaul.mongo;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.mongo.address.MongoAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.UuidRepresentation;
import org.jspecify.annotations.Nullable;

/**
 * Connected client with the facts of its server. Thread-safe.
 *
 * <p>Clients have time limits for all operations, majority writes, and read from the primary; the options of a connection
 * string take precedence. A wrong address is reported within 10 s. An answer may take 20 s, a third of an import's lease,
 * which limits what a dead connection costs a chunk. A write that takes longer is sent again and found to exist. An index is
 * requested again until it is built; a count has a limit of its own. Majority writes have no {@code wtimeout}, since the limit
 * of the answer covers it. A slow line needs smaller chunks, or {@code socketTimeoutMS} in the connection string.
 *
 * <p>Sending has no limit of its own: the monitor closes all connections of a server that is silent for a heartbeat and the
 * connect timeout.
 */
public final class MongoConnection implements AutoCloseable {

    private static final int CONNECT_TIMEOUT_SECONDS = 5;
    private static final int READ_TIMEOUT_SECONDS = 20;
    private static final int HEARTBEAT_SECONDS = 3;

    /** Above the connect timeout, so that the cause is known at its end. */
    private static final int SELECTION_TIMEOUT_SECONDS = 7;

    private final MongoAddress address;
    private final MongoClient client;
    private final ServerFacts facts;
    private final MongoClientSettings settings;
    private com.mongodb.reactivestreams.client.@Nullable MongoClient reactiveClient;

    private MongoConnection(MongoAddress address, MongoClientSettings settings, MongoClient client) {
        this.address = address;
        this.client = client;
        this.facts = ServerFacts.read(client, address);
        this.settings = settings;
    }

    /**
     * Connects and reads the facts of the server.
     *
     * @throws ServerUnavailableException if the server cannot be reached or used
     */
    public static MongoConnection open(MongoAddress address) {
        return open(address, driverSettings(address).build());
    }

    /** Returns the driver's settings, to which command listeners and the like can be added. */
    public static MongoClientSettings.Builder driverSettings(MongoAddress address) {
        return MongoClientSettings.builder()
                .applicationName("mongohaul")
                .uuidRepresentation(UuidRepresentation.STANDARD)
                .compressorList(List.of())
                .applyToSocketSettings(socket -> socket.connectTimeout(CONNECT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                        .readTimeout(READ_TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .applyToClusterSettings(
                        cluster -> cluster.serverSelectionTimeout(SELECTION_TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .applyToServerSettings(server -> server.heartbeatFrequency(HEARTBEAT_SECONDS, TimeUnit.SECONDS))
                .applyToConnectionPoolSettings(pool -> pool.maxWaitTime(READ_TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .applyConnectionString(address.connectionString())
                // Those of the connection string could lose what was counted as written, and miss what was written.
                .writeConcern(WriteConcern.MAJORITY)
                .readPreference(ReadPreference.primary())
                // Without it, the driver's writes have no numbers, by which servers refuse late commands.
                .retryWrites(true);
    }

    /**
     * Connects by the driver's own settings, for example with listeners or by another route.
     *
     * @param address for messages, and for the database
     * @throws ServerUnavailableException if the server cannot be reached or used
     */
    public static MongoConnection open(MongoAddress address, MongoClientSettings driverSettings) {
        MongoClient client = MongoClients.create(driverSettings);
        try {
            return new MongoConnection(address, driverSettings, client);
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    public MongoAddress address() {
        return address;
    }

    /** Returns the client, which is closed with this connection. */
    public MongoClient client() {
        return client;
    }

    /** Returns the reactive driver's client of the same server, opened at the first call; closed with this connection. */
    public synchronized com.mongodb.reactivestreams.client.MongoClient reactiveClient() {
        if (reactiveClient == null) {
            reactiveClient = com.mongodb.reactivestreams.client.MongoClients.create(settings);
        }
        return reactiveClient;
    }

    public ServerFacts facts() {
        return facts;
    }

    /** Returns warnings about this server and its options, one sentence each. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(address.warnings());
        warnings.addAll(facts.warnings());
        return warnings;
    }

    @Override
    public synchronized void close() {
        if (reactiveClient != null) {
            reactiveClient.close();
        }
        client.close();
    }
}
