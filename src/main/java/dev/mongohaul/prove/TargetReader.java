package dev.mongohaul.prove;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ServerKind;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;

/**
 * Reader of the documents of a target that a majority of the replica set has, including all that the primary had executed at
 * the last {@link #catchUp}. For one thread.
 */
final class TargetReader implements AutoCloseable {

    private final boolean standalone;
    private final ClientSession session;
    private final MongoConnection server;
    private final MongoNamespace target;
    private final MongoCollection<RawBsonDocument> collection;

    TargetReader(MongoConnection server, MongoNamespace target) {
        this.server = server;
        this.target = target;
        this.standalone = server.facts().kind() == ServerKind.STANDALONE;
        this.session = server.client()
                .startSession(
                        ClientSessionOptions.builder().causallyConsistent(true).build());
        this.collection = server.client()
                .getDatabase(target.getDatabaseName())
                .getCollection(target.getCollectionName(), RawBsonDocument.class)
                .withReadPreference(ReadPreference.primary())
                .withReadConcern(standalone ? ReadConcern.LOCAL : ReadConcern.MAJORITY);
        catchUp();
    }

    /** Lets later reads see all that the primary has executed before. */
    void catchUp() {
        if (!standalone) {
            server.client()
                    .getDatabase(target.getDatabaseName())
                    .runCommand(session, new BsonDocument("ping", new BsonInt32(1)), ReadPreference.primary());
        }
    }

    /**
     * Reads the documents of a filter in few batches, without the driver's cursor, which copies each document. They are parts of
     * the server's answer, which stays in memory with each of them.
     *
     * @param most documents that are expected
     */
    void read(BsonDocument filter, int most, Consumer<RawBsonDocument> found) {
        BsonDocument find = new BsonDocument("find", new BsonString(target.getCollectionName()))
                .append("filter", filter)
                .append("batchSize", new BsonInt32(most + 1));
        BsonTimestamp since = session.getOperationTime();
        if (!standalone && since != null) {
            find.append(
                    "readConcern",
                    new BsonDocument("level", new BsonString("majority")).append("afterClusterTime", since));
        }
        BsonDocument cursor = run(find);
        cursor.getArray("firstBatch").forEach(document -> found.accept((RawBsonDocument) document));
        while (cursor.getInt64("id").getValue() != 0) {
            cursor = run(new BsonDocument("getMore", cursor.get("id"))
                    .append("collection", new BsonString(target.getCollectionName())));
            cursor.getArray("nextBatch").forEach(document -> found.accept((RawBsonDocument) document));
        }
    }

    private BsonDocument run(BsonDocument command) {
        return server.client()
                .getDatabase(target.getDatabaseName())
                .runCommand(session, command, ReadPreference.primary(), RawBsonDocument.class)
                .getDocument("cursor");
    }

    FindIterable<RawBsonDocument> find(Bson filter) {
        return collection.find(session, filter);
    }

    @Override
    public void close() {
        session.close();
    }
}
