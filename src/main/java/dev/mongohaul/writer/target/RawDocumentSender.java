package dev.mongohaul.writer.target;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.bson.RawBsonDocument;

/** Sends what is to be done with encoded documents by the driver: one insert command or one bulk write. For one thread. */
public final class RawDocumentSender {

    private final MongoCollection<RawBsonDocument> collection;
    private final WriteSettings settings;
    private final InsertSender inserts;
    private final ClientBulkSender mixed;
    private final MatchFilter filter;
    private final UpdateDocument update;

    public RawDocumentSender(WriteTarget target) {
        this.collection = target.collection();
        this.settings = target.settings();
        this.inserts = new InsertSender(target);
        this.mixed = new ClientBulkSender(target);
        this.filter = new MatchFilter(settings);
        this.update = new UpdateDocument(settings);
    }

    /**
     * Does with all documents, in their order, what the settings say.
     *
     * @return how many operations found no document to act on
     */
    public long send(List<RawBsonDocument> documents) {
        WriteOperation operation = settings.operation();
        return operation == WriteOperation.INSERT
                ? insert(documents)
                : write(documents.stream()
                        .map(document -> model(operation, document))
                        .toList());
    }

    /**
     * Does something of its own with each document: in their order where the settings ask for it, else in any. Takes one
     * command where the server knows such, else one for each operation, or run of one operation where in order.
     *
     * @return how many operations found no document to act on
     */
    public long send(List<RawBsonDocument> documents, List<WriteOperation> operations) {
        OptionalLong unmatched = mixed.send(documents, operations);
        return unmatched.isPresent()
                ? unmatched.getAsLong()
                : write(IntStream.range(0, documents.size())
                        .mapToObj(index -> model(operations.get(index), documents.get(index)))
                        .toList());
    }

    private long insert(List<RawBsonDocument> documents) {
        if (!inserts.send(documents)) {
            collection.insertMany(documents, new InsertManyOptions().ordered(settings.ordered()));
        }
        return 0;
    }

    private WriteModel<RawBsonDocument> model(WriteOperation operation, RawBsonDocument document) {
        return switch (operation) {
            case INSERT -> new InsertOneModel<>(document);
            case REPLACE ->
                new ReplaceOneModel<>(filter.of(document), document, new ReplaceOptions().upsert(settings.upsert()));
            case UPDATE ->
                new UpdateOneModel<>(
                        filter.of(document), update.of(document), new UpdateOptions().upsert(settings.upsert()));
            case DELETE -> new DeleteOneModel<>(filter.of(document));
            case INSERT_AGAIN ->
                new ReplaceOneModel<>(MatchFilter.byId(document), document, new ReplaceOptions().upsert(true));
        };
    }

    private long write(List<WriteModel<RawBsonDocument>> models) {
        BulkWriteResult result = collection.bulkWrite(models, new BulkWriteOptions().ordered(settings.ordered()));
        return models.size() - found(result);
    }

    /** Operations that added a document or found one to act on. */
    public static long found(BulkWriteResult result) {
        return (long) result.getInsertedCount()
                + result.getMatchedCount()
                + result.getDeletedCount()
                + result.getUpserts().size();
    }

    /** As {@link #found(BulkWriteResult)}. */
    public static long found(ClientBulkWriteResult result) {
        return result.getInsertedCount()
                + result.getMatchedCount()
                + result.getDeletedCount()
                + result.getUpsertedCount();
    }
}
