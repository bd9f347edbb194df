package dev.mongohaul.mongo;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.mongo.ServerFacts.ServerUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Connected client with the facts of its server. Thread-safe. */
public final class MongoConnection implements AutoCloseable {

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
    public static MongoConnection open(MongoAddress address, ClientSettings settings) {
        return open(address, settings.driverSettings(address).build());
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
