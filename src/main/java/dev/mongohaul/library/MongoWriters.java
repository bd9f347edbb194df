package dev.mongohaul.library;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoClient;
import com.mongodb.client.model.Filters;
import com.mongodb.connection.ServerDescription;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.writer.raw.ChunkEncoder;
import dev.mongohaul.writer.send.RawDocumentSender;
import dev.mongohaul.writer.send.SendThreads;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.ByteBuf;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.types.ObjectId;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.item.WriteFailedException;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;

/**
 * Item writers that insert each chunk by one command, unordered, at the write concern {@code majority}. They write at once,
 * and not at the commit of the step's transaction. Several threads may share them.
 *
 * <p>A document that is there already, equal in every byte, counts as written, so that a chunk can be written again. If
 * documents are refused, the others of the chunk are written, and a {@link WriteFailedException} names the refused ones. Of the
 * others, those that got their {@code _id} from the writer are removed again: a step that skips makes them again from their items.
 * An error of the connection passes as the driver's exception; the chunk may be written then.
 */
public final class MongoWriters {

    private static final int MOST_NAMED = 3;
    private static final byte[] ID = {(byte) BsonType.OBJECT_ID.getValue(), '_', 'i', 'd', 0};
    private static final int ID_BYTES = 12;
    private static final int LARGEST_DOCUMENT = 16 * 1024 * 1024;

    private MongoWriters() {}

    /** Returns the writer {@code direct}. A document without {@code _id} gets one, which is stored as its first field. */
    public static ItemWriter<Document> direct(MongoClient client, String database, String collection) {
        return writer(
                client,
                database,
                collection,
                (documents, ids) -> documents.stream()
                        .map(document -> {
                            if (document.get("_id") == null) {
                                document.put("_id", added(ids));
                            }
                            return Rendering.DOCUMENT.encode(document);
                        })
                        .toList());
    }

    /**
     * Returns the writer {@code raw}, which encodes objects as Spring Data stores them, by bson4jackson. What is stored of an
     * object without id gets an {@code _id} as its first field; the object stays as it is. Dates and times without a zone are in
     * that of the JVM, a time of day on the first day of 1970. A property of {@code @Version} stays as it is.
     *
     * @throws IllegalArgumentException with the fields, if the class cannot be encoded
     */
    public static <T> ItemWriter<T> raw(MongoClient client, String database, String collection, Class<T> type) {
        ChunkEncoder<T> encoder = ChunkEncoder.of(type, ZoneId.systemDefault());
        return writer(
                client,
                database,
                collection,
                (objects, ids) -> encoder.encode(objects).stream()
                        .map(document -> withId(document, ids))
                        .toList());
    }

    private static ObjectId added(List<ObjectId> ids) {
        ObjectId id = new ObjectId();
        ids.add(id);
        return id;
    }

    /** @param encoding of items, which adds the ids that it makes to a list */
    private static <T> ItemWriter<T> writer(
            MongoClient client,
            String database,
            String collection,
            BiFunction<List<T>, List<ObjectId>, List<RawBsonDocument>> encoding) {
        WriteTarget target = target(client, database, collection);
        ThreadLocal<RawDocumentSender> senders = ThreadLocal.withInitial(() -> new RawDocumentSender(target, null));
        return chunk -> {
            if (!chunk.isEmpty()) {
                List<ObjectId> ids = new ArrayList<>();
                List<RawBsonDocument> documents = encoding.apply(items(chunk), ids);
                try {
                    senders.get().send(documents, Collections.nCopies(documents.size(), WriteOperation.INSERT));
                } catch (MongoBulkWriteException e) {
                    Optional<MongoBulkWriteException> refused = refused(e, documents, target, client);
                    if (refused.isPresent()) {
                        WriteFailedException failure = new WriteFailedException(
                                refusal(refused.get(), documents, target, ids.size()), refused.get());
                        remove(ids, target, failure);
                        throw failure;
                    }
                }
            }
        };
    }

    /** Removes documents; if that fails, a step must not skip, since it would store them twice. */
    private static void remove(List<ObjectId> ids, WriteTarget target, WriteFailedException why) {
        try {
            if (!ids.isEmpty()) {
                target.collection().deleteMany(Filters.in("_id", ids));
            }
        } catch (MongoException e) {
            IllegalStateException left = new IllegalStateException(
                    "%s: documents whose _id the writer made could not be removed after others were refused; a repetition stores them twice: %s"
                            .formatted(target.collection().getNamespace().getFullName(), e.getMessage()),
                    e);
            left.addSuppressed(why);
            throw left;
        }
    }

    /**
     * Returns the failure without the documents that are there already, equal in every byte, as after a chunk that was written
     * and not committed; empty if nothing else failed.
     */
    private static Optional<MongoBulkWriteException> refused(
            MongoBulkWriteException e, List<RawBsonDocument> documents, WriteTarget target, MongoClient client) {
        Map<BsonValue, ByteBuffer> there = new HashMap<>();
        List<BsonValue> repeated = e.getWriteErrors().stream()
                .filter(error -> ErrorCategory.fromErrorCode(error.getCode()) == ErrorCategory.DUPLICATE_KEY)
                .map(error -> documents.get(error.getIndex()).get("_id"))
                .toList();
        if (!repeated.isEmpty()) {
            target.collection()
                    .withReadConcern(ReadConcern.MAJORITY)
                    .find(Filters.in("_id", repeated))
                    .forEach(document -> there.put(document.get("_id"), bytes(document)));
        }
        List<BulkWriteError> left = e.getWriteErrors().stream()
                .filter(error -> {
                    RawBsonDocument document = documents.get(error.getIndex());
                    return !bytes(document).equals(there.get(document.get("_id")));
                })
                .toList();
        if (left.isEmpty() && e.getWriteConcernError() == null) {
            return Optional.empty();
        }
        // The reply of the server does not have its address.
        ServerAddress address = client.getClusterDescription().getServerDescriptions().stream()
                .filter(server -> server.isPrimary() || server.isShardRouter() || server.isStandAlone())
                .map(ServerDescription::getAddress)
                .findFirst()
                .orElseGet(e::getServerAddress);
        return Optional.of(new MongoBulkWriteException(
                e.getWriteResult(), left, e.getWriteConcernError(), address, e.getErrorLabels()));
    }

    private static ByteBuffer bytes(RawBsonDocument document) {
        return document.getByteBuffer().asNIO();
    }

    @SuppressWarnings("unchecked") // it is only read
    private static <T> List<T> items(Chunk<? extends T> chunk) {
        return (List<T>) chunk.getItems();
    }

    private static WriteTarget target(MongoClient client, String database, String collection) {
        WriteSettings settings = new WriteSettings(
                collection,
                Set.of(WriteOperation.INSERT),
                List.of(),
                Set.of(),
                false,
                false,
                WriteConcern.MAJORITY,
                true,
                1,
                Duration.ZERO);
        return new WriteTarget(
                new SimpleMongoClientDatabaseFactory(client, database),
                () -> {
                    throw new IllegalStateException("these writers use the synchronous driver");
                },
                settings,
                SendThreads.NONE,
                LARGEST_DOCUMENT,
                false,
                ServerKind.REPLICA_SET,
                null);
    }

    /** Returns the document, with a new {@code _id} as its first field if it has none. */
    private static RawBsonDocument withId(RawBsonDocument document, List<ObjectId> ids) {
        if (document.containsKey("_id")) {
            return document;
        }
        ByteBuf fields = document.getByteBuffer();
        int size = fields.remaining() + ID.length + ID_BYTES;
        ByteBuffer added = ByteBuffer.allocate(size)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(size)
                .put(ID);
        added.put(added(ids).toByteArray());
        return new RawBsonDocument(
                added.put(fields.asNIO().slice().position(Integer.BYTES)).array());
    }

    private static String refusal(
            MongoBulkWriteException e, List<RawBsonDocument> documents, WriteTarget target, int made) {
        List<BulkWriteError> errors = e.getWriteErrors();
        String collection = target.collection().getNamespace().getFullName();
        String removed = made == 0 ? "" : " except those whose _id the writer made";
        if (errors.isEmpty()) {
            return "%s: %d documents are written%s, but the write concern is not met: %s"
                    .formatted(collection, documents.size(), removed, e.getWriteConcernError());
        }
        return "%s refused %d of %d document%s of a chunk%s: %s%s"
                .formatted(
                        collection,
                        errors.size(),
                        documents.size(),
                        documents.size() == 1 ? "" : "s",
                        errors.size() == documents.size() ? "" : ", the others are written" + removed,
                        errors.stream()
                                .limit(MOST_NAMED)
                                .map(error ->
                                        "%s: %s".formatted(id(documents.get(error.getIndex())), error.getMessage()))
                                .collect(Collectors.joining("; ")),
                        errors.size() > MOST_NAMED ? "; and others" : "");
    }

    private static String id(RawBsonDocument document) {
        return new BsonDocument("_id", document.get("_id")).toJson();
    }
}
