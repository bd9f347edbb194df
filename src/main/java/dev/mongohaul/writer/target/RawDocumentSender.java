package dev.mongohaul.writer.target;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import java.util.List;
import org.bson.RawBsonDocument;

/** Sends encoded documents by the driver: one insert command or one bulk write. For one thread. */
public final class RawDocumentSender {

    private final MongoCollection<RawBsonDocument> collection;
    private final WriteSettings settings;
    private final InsertSender inserts;
    private final MatchFilter filter;

    public RawDocumentSender(WriteTarget target) {
        this.collection = target.collection();
        this.settings = target.settings();
        this.inserts = new InsertSender(target);
        this.filter = new MatchFilter(settings);
    }

    /**
     * Sends the documents, in their order.
     *
     * @return how many operations found no document to act on
     */
    public long send(List<RawBsonDocument> documents) {
        return switch (settings.operation()) {
            case INSERT -> insert(documents);
            case REPLACE -> replace(documents);
        };
    }

    private long insert(List<RawBsonDocument> documents) {
        if (!inserts.send(documents)) {
            collection.insertMany(documents, new InsertManyOptions().ordered(settings.ordered()));
        }
        return 0;
    }

    private long replace(List<RawBsonDocument> documents) {
        ReplaceOptions options = new ReplaceOptions().upsert(settings.upsert());
        List<ReplaceOneModel<RawBsonDocument>> replacements = documents.stream()
                .map(document -> new ReplaceOneModel<>(filter.of(document), document, options))
                .toList();
        BulkWriteResult result = collection.bulkWrite(replacements, new BulkWriteOptions().ordered(settings.ordered()));
        return (long) documents.size()
                - result.getMatchedCount()
                - result.getUpserts().size();
    }
}
