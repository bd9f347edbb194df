package dev.mongohaul.mongo;

import com.mongodb.client.MongoClient;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that was seen to work, and what its server says about itself.
 *
 * @param address where the server is
 * @param client closed with this
 * @param facts what the server says
 */
public record MongoConnection(MongoAddress address, MongoClient client, ServerFacts facts) implements AutoCloseable {

    /**
     * Connects and looks at the server.
     *
     * @throws ServerUnavailableException when it cannot be reached or used
     */
    public static MongoConnection open(MongoAddress address, ClientSettings settings) {
        MongoClient client = settings.open(address);
        try {
            return new MongoConnection(address, client, ServerFacts.read(client, address));
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** What can be lost with this server and these options, one sentence each. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(address.warnings());
        warnings.addAll(facts.warnings());
        return warnings;
    }

    @Override
    public void close() {
        client.close();
    }
}
