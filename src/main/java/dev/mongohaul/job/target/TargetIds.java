package dev.mongohaul.job.target;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCluster;
import dev.mongohaul.repository.target.IdBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ids of the documents of a collection, in the order of their index, as {@link IdBytes}. They are taken from the bytes of
 * each batch, of which the driver's cursor makes several objects for each id. Not retried.
 */
final class TargetIds implements Iterator<byte[]>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TargetIds.class);

    private static final BsonDocument BY_ID = new BsonDocument("_id", new BsonInt32(1));

    /** Number of ids in a batch. A batch of 16 MiB, the default of the server, holds half a million ids. */
    private static final BsonInt32 AT_ONCE = new BsonInt32(5_000);

    private final MongoCluster client;
    private final MongoNamespace collection;
    private final ClientSession session;
    private BsonInt64 cursor = new BsonInt64(0);
    private ByteBuffer batch = ByteBuffer.allocate(1);
    private int at;

    /**
     * @param scope filter of the documents
     * @param from least id; null for all
     * @param to id after the last one; null for all
     */
    TargetIds(
            MongoCluster client,
            MongoNamespace collection,
            BsonDocument scope,
            @Nullable BsonValue from,
            @Nullable BsonValue to) {
        this.client = client;
        this.collection = collection;
        this.session = client.startSession(
                ClientSessionOptions.builder().causallyConsistent(false).build());
        BsonDocument find = new BsonDocument("find", name())
                .append("filter", scope)
                .append("sort", BY_ID)
                .append("projection", BY_ID)
                .append("batchSize", AT_ONCE)
                .append("allowDiskUse", BsonBoolean.TRUE);
        // Bounds of the index hold for ids of all types, unlike those of a filter.
        if (from != null) {
            find.append("min", new BsonDocument("_id", from)).append("hint", BY_ID);
        }
        if (to != null) {
            find.append("max", new BsonDocument("_id", to)).append("hint", BY_ID);
        }
        try {
            read(find, "firstBatch");
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private BsonString name() {
        return new BsonString(collection.getCollectionName());
    }

    private void read(BsonDocument command, String field) {
        BsonDocument answer = run(command).getDocument("cursor");
        cursor = answer.getInt64("id");
        BsonArray documents = answer.getArray(field);
        try {
            RawBsonDocument first = (RawBsonDocument) documents.get(0);
            batch = ByteBuffer.wrap(first.getBackingArray()).order(ByteOrder.LITTLE_ENDIAN);
            at = first.getByteOffset();
        } catch (IndexOutOfBoundsException e) {
            // A raw array reads all of its documents to say whether it is empty.
            at = 0;
        }
    }

    private BsonDocument run(BsonDocument command) {
        return client.getDatabase(collection.getDatabaseName())
                .runCommand(session, command, ReadPreference.primary(), RawBsonDocument.class);
    }

    @Override
    public boolean hasNext() {
        while (at == 0 && cursor.getValue() != 0) {
            BsonDocument more = new BsonDocument("getMore", cursor)
                    .append("collection", name())
                    .append("batchSize", AT_ONCE);
            read(more, "nextBatch");
        }
        return at != 0;
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        byte[] id = IdBytes.ofOnlyField(batch.array(), at);
        int next = at + batch.getInt(at);
        boolean last = batch.get(next) == 0;
        while (batch.get(next) != 0) {
            next++;
        }
        at = last ? 0 : next + 1;
        return id;
    }

    @Override
    public void close() {
        try {
            if (cursor.getValue() != 0) {
                run(new BsonDocument("killCursors", name()).append("cursors", new BsonArray(List.of(cursor))));
            }
        } catch (MongoException e) {
            LOG.debug("The server ends the cursor by itself", e);
        } finally {
            session.close();
        }
    }
}
