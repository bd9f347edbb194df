package dev.mongohaul.job.target;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.file.TargetIndex;
import dev.mongohaul.job.piece.ImportRun;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mongo.trouble.Patience;
import dev.mongohaul.repository.Piece;
import dev.mongohaul.writer.target.WriteSessions;
import dev.mongohaul.writer.target.WriteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The collection an import goes to: its shard key, its indexes, and what it holds of the import. Waits for a server in
 * trouble.
 */
public final class TargetCollection {

    /** Counting takes a second per million: more than an answer may take else. The lease ends sooner if nobody is there. */
    private static final long LONGEST_COUNT_MINUTES = 30;

    private final ImportRun run;
    private final MongoCollection<Document> collection;
    private final ShardKeys shardKeys;
    private final MongoCluster cluster;

    /**
     * @param cluster that has the database
     * @param shardKeys of the same
     */
    public TargetCollection(ImportRun run, MongoCluster cluster, MongoDatabase database, ShardKeys shardKeys) {
        this.run = run;
        this.cluster = cluster;
        this.shardKeys = shardKeys;
        this.collection =
                database.getCollection(run.job().write().collection()).withReadPreference(ReadPreference.primary());
    }

    /** Ends sessions of an earlier run: none of its commands changes a document from here on. */
    public void end(List<UUID> sessions) {
        WriteSessions.end(cluster, sessions, patience());
    }

    /**
     * Makes the indexes that must be there before the first document: the unique ones.
     *
     * @throws TargetRefusedException if one cannot be made, or the import does not fit the shard key
     */
    public void prepare() {
        ImportJob job = run.job();
        refuseUnfit(job.write());
        job.indexes().stream().filter(TargetIndex::unique).forEach(this::create);
        if (job.needsUniqueMatch() && !hasUniqueIndexOn(Set.copyOf(job.write().match()))) {
            create(TargetIndex.uniqueOn(job.write().match()));
        }
    }

    /** Makes the other indexes, which are cheaper to build when all documents are there. */
    public void finish() {
        run.job().indexes().stream().filter(index -> !index.unique()).forEach(this::create);
    }

    /** Documents with the generated ids of a piece's records: a scan of the index on {@code _id}. Thread-safe. */
    public long count(GeneratedIds ids, Piece piece) {
        Bson ofThePiece =
                Filters.and(Filters.gte("_id", ids.idOf(piece.from())), Filters.lte("_id", ids.idOf(piece.to() - 1)));
        MongoCollection<Document> patiently = collection.withTimeout(LONGEST_COUNT_MINUTES, TimeUnit.MINUTES);
        return patience().call("count the documents", () -> patiently.countDocuments(ofThePiece));
    }

    private void refuseUnfit(WriteSettings write) {
        if (ShardKey.matters(write)) {
            patience()
                    .call("read the shard key", () -> shardKeys.of(collection.getNamespace()))
                    .flatMap(key -> key.refusal(write))
                    .ifPresent(TargetCollection::refuse);
        }
    }

    private static void refuse(String reason) {
        throw new TargetRefusedException(reason);
    }

    /** A sparse or partial one would let two documents without the fields by. */
    private boolean hasUniqueIndexOn(Set<String> fields) {
        List<Document> indexes = patience()
                .call("list the indexes", () -> collection.listIndexes().into(new ArrayList<>()));
        for (Document index : indexes) {
            if (index.getBoolean("unique", false)
                    && !index.getBoolean("sparse", false)
                    && !index.containsKey("partialFilterExpression")
                    && index.get("key", Document.class).keySet().equals(fields)) {
                return true;
            }
        }
        return false;
    }

    private void create(TargetIndex index) {
        try {
            patience().run("make the index", () -> build(index));
        } catch (MongoCommandException e) {
            throw failure(index, e.getErrorCode(), e.getErrorMessage());
        } catch (DuplicateKeyException e) {
            throw failure(index, e.getCode(), e.getErrorMessage());
        }
    }

    private void build(TargetIndex index) {
        while (true) {
            try {
                collection.createIndex(index.keys(), index.options());
                return;
            } catch (MongoSocketReadTimeoutException stillBuilding) {
                // Asked again, the server waits for the build in progress. Without a server, the lease runs out.
                run.lease().check();
            }
        }
    }

    private Patience patience() {
        return run.lease().patience();
    }

    private TargetRefusedException failure(TargetIndex index, int code, String message) {
        return new TargetRefusedException("The %sindex %s on %s cannot be made: %s (error %s)"
                .formatted(
                        index.unique() ? "unique " : "",
                        index.keys().toJson(),
                        collection.getNamespace(),
                        message,
                        Integer.toString(code)));
    }
}
