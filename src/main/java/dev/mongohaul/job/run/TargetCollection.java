package dev.mongohaul.job.run;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TargetIndex;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;

/** The collection an import goes to: its indexes, and what it holds of the import. */
final class TargetCollection {

    private final ImportJob job;
    private final MongoCollection<Document> collection;

    TargetCollection(ImportJob job, MongoDatabase database) {
        this.job = job;
        this.collection = database.getCollection(job.write().collection());
    }

    /** Makes the indexes that must be there before the first document: the unique ones. */
    void prepare() {
        create(job.indexes().stream().filter(TargetIndex::unique).toList());
        if (job.needsUniqueMatch()) {
            create(List.of(TargetIndex.uniqueOn(job.write().match())));
        }
    }

    /** Makes the other indexes, which are cheaper to build when all documents are there. */
    void finish() {
        create(job.indexes().stream().filter(index -> !index.unique()).toList());
    }

    /** Documents whose generated id begins with the prefix: a scan of the index on {@code _id}. */
    long countByIdPrefix(String prefix) {
        return collection.countDocuments(Filters.and(
                Filters.gte("_id", new ObjectId(prefix + "0000000000")),
                Filters.lte("_id", new ObjectId(prefix + "ffffffffff"))));
    }

    private void create(List<TargetIndex> indexes) {
        for (TargetIndex index : indexes) {
            try {
                collection.createIndex(index.keys(), index.options());
            } catch (MongoCommandException e) {
                throw new ImportFailedException("The index %s on %s cannot be made: %s (code %d)"
                        .formatted(
                                index.keys().toJson(),
                                collection.getNamespace(),
                                e.getErrorMessage(),
                                e.getErrorCode()));
            }
        }
    }
}
