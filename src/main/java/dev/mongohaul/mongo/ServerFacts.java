package dev.mongohaul.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.address.MongoAddress;
import java.util.List;
import java.util.Set;
import org.bson.Document;

/**
 * Facts of a server, read once at the start.
 *
 * @param kind of deployment
 * @param version for example {@code 8.0.23}
 * @param maxWireVersion of the protocol; 16 is MongoDB 5.3, 25 is 8.0
 * @param maxBsonObjectSize the largest document, in bytes
 */
public record ServerFacts(ServerKind kind, String version, int maxWireVersion, int maxBsonObjectSize) {

    /**
     * Version of MongoDB 8.0 in MongoDB's <a
     * href="https://github.com/mongodb/specifications/blob/master/source/wireversion-featurelist/wireversion-featurelist.md">list
     * of wire versions</a>; its {@code bulkWrite} command is new there.
     */
    private static final int FIRST_WITH_BULK_WRITE = 25;

    /** Version of MongoDB 6.0 in the same list; commands can have the UUID of the collection that they are for. */
    private static final int FIRST_WITH_COLLECTION_UUIDS = 17;

    /** Versions on which the tests of upserts have run: MongoDB 6.0. */
    private static final Set<Integer> TESTED = Set.of(17);

    /** Version of MongoDB 5.3 in the same list. */
    private static final int FIRST_WITH_CLUSTERED_COLLECTIONS = 16;

    /**
     * Reads the facts, and so checks that the server can be reached, that the user may log in and that writes are accepted.
     * Returns or fails within the client's server selection timeout.
     *
     * @throws ServerUnavailableException if the server cannot be used; the message contains the reason in one sentence
     */
    public static ServerFacts read(MongoClient client, MongoAddress address) {
        try {
            MongoDatabase admin = client.getDatabase("admin");
            Document hello = admin.runCommand(new Document("hello", 1));
            requireLogin(client, address);
            return new ServerFacts(
                    kind(hello),
                    admin.runCommand(new Document("buildInfo", 1)).getString("version"),
                    hello.getInteger("maxWireVersion"),
                    hello.getInteger("maxBsonObjectSize"));
        } catch (MongoException e) {
            throw ServerUnavailableException.of(address, client.getClusterDescription(), e);
        }
    }

    /** Fails if the server requires a login and the address has none. A user is checked when it logs in. */
    private static void requireLogin(MongoClient client, MongoAddress address) {
        if (!address.hasLogin()) {
            client.getDatabase(address.database())
                    .listCollectionNames()
                    .authorizedCollections(true)
                    .first();
        }
    }

    /**
     * Returns whether one command may contain inserts, updates and deletes. An upgraded server whose feature compatibility
     * version is not set yet refuses the command nevertheless.
     */
    public boolean takesMixedCommands() {
        return maxWireVersion >= FIRST_WITH_BULK_WRITE;
    }

    /** Returns whether tests have shown what this version does where MongoDB's documentation does not say it. */
    public boolean isTested() {
        return TESTED.contains(maxWireVersion);
    }

    public boolean hasClusteredCollections() {
        return maxWireVersion >= FIRST_WITH_CLUSTERED_COLLECTIONS;
    }

    /** Returns whether a command is refused if the collection is not the one whose UUID the command has. */
    public boolean checksCollectionUuids() {
        return maxWireVersion >= FIRST_WITH_COLLECTION_UUIDS && kind != ServerKind.SHARDED;
    }

    public List<String> warnings() {
        return kind == ServerKind.STANDALONE
                ? List.of("MongoDB " + version
                        + " runs as a standalone server: no other server has the documents when its"
                        + " disk fails, and the driver does not repeat a write whose connection broke. A replica set,"
                        + " even of one member, is safer.")
                : List.of();
    }

    private static ServerKind kind(Document hello) {
        if ("isdbgrid".equals(hello.getString("msg"))) {
            return ServerKind.SHARDED;
        }
        return hello.containsKey("setName") ? ServerKind.REPLICA_SET : ServerKind.STANDALONE;
    }
}
