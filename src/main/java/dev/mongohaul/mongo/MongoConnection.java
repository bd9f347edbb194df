package dev.mongohaul.mongo;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mongohaul.mongo.ServerFacts.ServerUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client that was seen to work, and what its server says about itself. Thread-safe. */
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
     * Connects and looks at the server.
     *
     * @throws ServerUnavailableException when it cannot be reached or used
     */
    public static MongoConnection open(MongoAddress address, ClientSettings settings) {
        return open(address, settings.driverSettings(address).build());
    }

    /**
     * Connects by the driver's own settings, such as have listeners, or lead by another way.
     *
     * @param address for people, and for the database
     * @throws ServerUnavailableException when it cannot be reached or used
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

    /** Where the server is. */
    public MongoAddress address() {
        return address;
    }

    /** Closed with this. */
    public MongoClient client() {
        return client;
    }

    /** The reactive driver's client of the same server, with connections of its own; closed with this. */
    public synchronized com.mongodb.reactivestreams.client.MongoClient reactiveClient() {
        if (reactiveClient == null) {
            reactiveClient = com.mongodb.reactivestreams.client.MongoClients.create(settings);
        }
        return reactiveClient;
    }

    /** What the server says. */
    public ServerFacts facts() {
        return facts;
    }

    /** What can be lost with this server and these options, one sentence each. */
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
