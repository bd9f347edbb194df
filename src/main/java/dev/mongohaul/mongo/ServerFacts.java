package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import org.bson.Document;

/**
 * What a server says about itself, read once at the start.
 *
 * @param kind how it is deployed
 * @param version for example {@code 8.0.23}
 * @param maxWireVersion of the protocol; 25 is MongoDB 8.0
 * @param maxBsonObjectSize the largest document, in bytes
 */
public record ServerFacts(ServerKind kind, String version, int maxWireVersion, int maxBsonObjectSize) {

    /**
     * Of MongoDB 8.0, by MongoDB's <a
     * href="https://github.com/mongodb/specifications/blob/master/source/wireversion-featurelist/wireversion-featurelist.md">list
     * of wire versions</a>; its {@code bulkWrite} command is new there.
     */
    private static final int FIRST_WITH_BULK_WRITE = 25;

    /**
     * Asks the server, which also checks that it can be reached, that the user may log in and that writes are accepted.
     * Returns or fails within the client's server selection timeout.
     *
     * @throws ServerUnavailableException when it cannot; the message has the reason in one sentence
     */
    public static ServerFacts read(MongoClient client, MongoAddress address) {
        try {
            MongoDatabase admin = client.getDatabase("admin");
            Document hello = admin.runCommand(new Document("hello", 1));
            return new ServerFacts(
                    kind(hello),
                    admin.runCommand(new Document("buildInfo", 1)).getString("version"),
                    hello.getInteger("maxWireVersion"),
                    hello.getInteger("maxBsonObjectSize"));
        } catch (MongoException e) {
            throw ServerUnavailableException.of(address, client.getClusterDescription(), e);
        }
    }

    /**
     * Whether one command may carry inserts, updates and deletes. A server that was updated, but whose feature
     * compatibility version was not yet, refuses the command all the same.
     */
    public boolean takesMixedCommands() {
        return maxWireVersion >= FIRST_WITH_BULK_WRITE;
    }

    /** What can be lost with this kind of server, one sentence each. */
    public List<String> warnings() {
        return kind == ServerKind.STANDALONE
                ? List.of("MongoDB " + version + " runs as a standalone server: nobody else has the documents when its"
                        + " disk fails, and a write that a broken connection leaves in doubt is not repeated by the"
                        + " driver. A replica set, even of one member, is safer.")
                : List.of();
    }

    private static ServerKind kind(Document hello) {
        if ("isdbgrid".equals(hello.getString("msg"))) {
            return ServerKind.SHARDED;
        }
        return hello.containsKey("setName") ? ServerKind.REPLICA_SET : ServerKind.STANDALONE;
    }
}
