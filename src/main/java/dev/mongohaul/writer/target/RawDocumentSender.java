package dev.mongohaul.writer.target;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import java.util.List;
import java.util.function.Function;
import org.bson.RawBsonDocument;

/** Sends what is to be done with encoded documents by the driver: one insert command or one bulk write. For one thread. */
public final class RawDocumentSender {

    private final MongoCollection<RawBsonDocument> collection;
    private final WriteSettings settings;
    private final InsertSender inserts;
    private final MatchFilter filter;
    private final UpdateDocument update;

    public RawDocumentSender(WriteTarget target) {
        this.collection = target.collection();
        this.settings = target.settings();
        this.inserts = new InsertSender(target);
        this.filter = new MatchFilter(settings);
        this.update = new UpdateDocument(settings);
    }

    /**
     * Sends the documents, in their order.
     *
     * @return how many operations found no document to act on
     */
    public long send(List<RawBsonDocument> documents) {
        return switch (settings.operation()) {
            case INSERT -> insert(documents);
            case REPLACE -> write(documents, this::replacement);
            case UPDATE -> write(documents, this::update);
            case DELETE -> write(documents, this::deletion);
        };
    }

    private long insert(List<RawBsonDocument> documents) {
        if (!inserts.send(documents)) {
            collection.insertMany(documents, new InsertManyOptions().ordered(settings.ordered()));
        }
        return 0;
    }

    private WriteModel<RawBsonDocument> replacement(RawBsonDocument document) {
        return new ReplaceOneModel<>(filter.of(document), document, new ReplaceOptions().upsert(settings.upsert()));
    }

    private WriteModel<RawBsonDocument> update(RawBsonDocument document) {
        return new UpdateOneModel<>(
                filter.of(document), update.of(document), new UpdateOptions().upsert(settings.upsert()));
    }

    private WriteModel<RawBsonDocument> deletion(RawBsonDocument document) {
        return new DeleteOneModel<>(filter.of(document));
    }

    private long write(
            List<RawBsonDocument> documents, Function<RawBsonDocument, WriteModel<RawBsonDocument>> operation) {
        BulkWriteResult result = collection.bulkWrite(
                documents.stream().map(operation).toList(), new BulkWriteOptions().ordered(settings.ordered()));
        return documents.size() - found(result);
    }

    /** Operations that found a document to act on, or upserted one. */
    public static long found(BulkWriteResult result) {
        return (long) result.getMatchedCount()
                + result.getDeletedCount()
                + result.getUpserts().size();
    }
}
