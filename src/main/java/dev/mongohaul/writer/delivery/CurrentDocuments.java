package dev.mongohaul.writer.delivery;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.WriteTarget;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Documents of the target as they are before a chunk changes them. They are read from the primary, with all that it has
 * executed before, and only after a majority has it: a document that was read cannot be rolled back. A standalone server
 * has no majority.
 */
final class CurrentDocuments {

    private final WriteTarget target;
    private final MatchFilter filter;
    private final @Nullable BsonDocument projection;

    CurrentDocuments(WriteTarget target, MatchFilter filter) {
        this(target, filter, null);
    }

    private CurrentDocuments(WriteTarget target, MatchFilter filter, @Nullable BsonDocument projection) {
        this.target = target;
        this.filter = filter;
        this.projection = projection;
    }

    /** Returns the documents of which only {@code _id} and the key are read. */
    static CurrentDocuments keysOf(WriteTarget target, MatchFilter filter) {
        return new CurrentDocuments(target, filter, filter.projection().append("_id", new BsonInt32(1)));
    }

    /** Returns the time of the last operation of the primary; null if the server keeps none. */
    @Nullable
    BsonTimestamp lastOperation() {
        if (target.server() == ServerKind.STANDALONE) {
            return null;
        }
        try (ClientSession session = session()) {
            target.databases()
                    .getMongoDatabase()
                    .runCommand(session, new BsonDocument("ping", new BsonInt32(1)), ReadPreference.primary());
            return session.getOperationTime();
        }
    }

    /** Returns whether documents that were read since this time cannot be rolled back. */
    boolean areCertain(@Nullable BsonTimestamp since) {
        return since != null || target.server() == ServerKind.STANDALONE;
    }

    /**
     * Reads the documents that have the key of any of these, batch by batch: together they may be larger than the memory.
     *
     * @param since time of an operation that a majority must have; null for any state of the primary
     * @param limit longest time of the server; null for any
     */
    void read(
            List<RawBsonDocument> sought,
            @Nullable BsonTimestamp since,
            @Nullable Duration limit,
            Consumer<RawBsonDocument> found) {
        try (ClientSession session = session()) {
            BsonDocument cursor = run(session, find(sought, since, limit));
            cursor.getArray("firstBatch").forEach(document -> found.accept((RawBsonDocument) document));
            while (cursor.getInt64("id").getValue() != 0) {
                BsonDocument more = new BsonDocument("getMore", cursor.get("id"))
                        .append("collection", new BsonString(target.settings().collection()));
                cursor = run(session, more);
                cursor.getArray("nextBatch").forEach(document -> found.accept((RawBsonDocument) document));
            }
        }
    }

    /** Runs a command without the driver's cursor, which copies each document; returns the cursor of the answer. */
    private BsonDocument run(ClientSession session, BsonDocument command) {
        return target.databases()
                .getMongoDatabase()
                .runCommand(session, command, ReadPreference.primary(), RawBsonDocument.class)
                .getDocument("cursor");
    }

    private BsonDocument find(List<RawBsonDocument> sought, @Nullable BsonTimestamp since, @Nullable Duration limit) {
        BsonDocument find = new BsonDocument(
                        "find", new BsonString(target.settings().collection()))
                .append("filter", filter.anyOf(sought))
                .append("batchSize", new BsonInt32(sought.size() + 1));
        if (projection != null) {
            find.append("projection", projection);
        }
        if (since != null) {
            find.append(
                    "readConcern",
                    new BsonDocument("level", new BsonString("majority")).append("afterClusterTime", since));
        }
        return limit == null ? find : find.append("maxTimeMS", new BsonInt64(limit.toMillis()));
    }

    private ClientSession session() {
        return target.databases()
                .getMongoCluster()
                .startSession(
                        ClientSessionOptions.builder().causallyConsistent(true).build());
    }
}
