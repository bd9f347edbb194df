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
import org.bson.BsonDocument;
import org.bson.BsonInt32;
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

    FindIterable<RawBsonDocument> find(Bson filter) {
        return collection.find(session, filter);
    }

    @Override
    public void close() {
        session.close();
    }
}
