package dev.mongohaul.job.launch;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.file.TargetIndex;
import dev.mongohaul.job.launch.ShardKeys.ShardKey;
import dev.mongohaul.job.launch.TargetCollection.TargetRefusedException;
import dev.mongohaul.job.step.ImportRun;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.text.Printable;
import dev.mongohaul.writer.delivery.WriteSessions;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Target collection of an import: its shard key, its indexes, and the documents of the import in it. Retries while the
 * server is unavailable.
 */
public final class TargetCollection {

    /**
     * Longest time of a count, which takes a second per million documents. If the server is gone, the lease ends
     * sooner.
     */
    private static final long LONGEST_COUNT_MINUTES = 30;

    private final ImportRun run;
    private final MongoCollection<Document> collection;
    private final ShardKeys shardKeys;
    private final MongoCluster cluster;

    /**
     * @param cluster of the database
     * @param shardKeys of the cluster
     */
    public TargetCollection(ImportRun run, MongoCluster cluster, MongoDatabase database, ShardKeys shardKeys) {
        this.run = run;
        this.cluster = cluster;
        this.shardKeys = shardKeys;
        this.collection =
                database.getCollection(run.job().write().collection()).withReadPreference(ReadPreference.primary());
    }

    /** Ends sessions of an earlier run, so that none of its commands changes a document from here on. */
    public void end(List<UUID> sessions) {
        WriteSessions.end(cluster, sessions, retryPolicy());
    }

    /**
     * Creates the unique indexes, which have to exist before the first document.
     *
     * @throws TargetRefusedException if one cannot be created, or the import does not fit the shard key
     */
    public void prepare() {
        ImportJob job = run.job();
        refuseUnfit(job.write());
        job.indexes().stream().filter(TargetIndex::unique).forEach(this::create);
        if (job.needsUniqueMatch() && !hasUniqueIndexOn(Set.copyOf(job.write().match()))) {
            create(TargetIndex.uniqueOn(job.write().match()));
        }
    }

    /** Creates the other indexes, which are cheaper to build after the import. */
    public void finish() {
        run.job().indexes().stream().filter(index -> !index.unique()).forEach(this::create);
    }

    /**
     * Returns the number of documents with generated ids of a partition, by a scan of the index on {@code _id}.
     * Thread-safe.
     */
    public long count(GeneratedIds ids, ImportPartition partition) {
        Bson ofThePartition = Filters.and(
                Filters.gte("_id", ids.idOf(partition.from())), Filters.lte("_id", ids.idOf(partition.to() - 1)));
        MongoCollection<Document> patiently = collection.withTimeout(LONGEST_COUNT_MINUTES, TimeUnit.MINUTES);
        return retryPolicy().call("count the documents", () -> patiently.countDocuments(ofThePartition));
    }

    private void refuseUnfit(WriteSettings write) {
        if (ShardKey.matters(write)) {
            retryPolicy()
                    .call("read the shard key", () -> shardKeys.of(collection.getNamespace()))
                    .flatMap(key -> key.refusal(write))
                    .ifPresent(TargetCollection::refuse);
        }
    }

    private static void refuse(String reason) {
        throw new TargetRefusedException(reason);
    }

    /**
     * Returns whether there is a unique index on the fields. A sparse or partial one allows two documents without the
     * fields.
     */
    private boolean hasUniqueIndexOn(Set<String> fields) {
        List<Document> indexes = retryPolicy()
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
            retryPolicy().run("create the index", () -> build(index));
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
                // When asked again, the server waits for the build in progress. Without a server, the lease expires.
                run.lease().check();
            }
        }
    }

    private RetryBudget retryPolicy() {
        return run.lease().retryPolicy();
    }

    private TargetRefusedException failure(TargetIndex index, int code, String message) {
        return new TargetRefusedException("The %sindex %s on %s cannot be created: %s (error %s)"
                .formatted(
                        index.unique() ? "unique " : "",
                        index.keys().toJson(),
                        collection.getNamespace(),
                        message,
                        Integer.toString(code)));
    }

    /** Exception for a collection that cannot take the import. The message is one line. */
    public static final class TargetRefusedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TargetRefusedException(String message) {
            super(Printable.of(message));
        }
    }

    /**
     * Check for collections that do not keep each document once. Documents that are sent again after a failure must be
     * found there.
     */
    public static final class CollectionKind {

        private static final Logger LOG = LoggerFactory.getLogger(CollectionKind.class);
        private static final int UNAUTHORIZED = 13;

        private CollectionKind() {}

        /**
         * Checks a collection before an import is planned. One that does not exist yet is ordinary.
         *
         * @throws TargetRefusedException if it is a time series, capped, or a view
         */
        public static void requireOrdinary(MongoDatabase database, String collection, RetryBudget retryPolicy) {
            MongoNamespace namespace = new MongoNamespace(database.getName(), collection);
            retryPolicy
                    .call("check the collection", () -> find(database, namespace))
                    .flatMap(CollectionKind::refusal)
                    .ifPresent(reason -> {
                        throw new TargetRefusedException(
                                "%s %s. Name another collection in target.collection".formatted(namespace, reason));
                    });
        }

        private static Optional<Document> find(MongoDatabase database, MongoNamespace namespace) {
            MongoDatabase primary = database.withReadPreference(ReadPreference.primary());
            try {
                return Optional.ofNullable(primary.listCollections()
                        .filter(Filters.eq("name", namespace.getCollectionName()))
                        .first());
            } catch (MongoCommandException e) {
                if (e.getErrorCode() != UNAUTHORIZED) {
                    throw e;
                }
                LOG.warn(
                        "It is not checked whether {} is capped: the user may not list the collections of {}, which requires the"
                                + " action listCollections on it",
                        namespace,
                        database.getName());
                return Optional.ofNullable(namesAndTypes(primary, namespace.getCollectionName()));
            }
        }

        /** Returns the name and type of the collection, if the user may read it. */
        private static @Nullable Document namesAndTypes(MongoDatabase database, String collection) {
            Document listed = database.runCommand(new Document("listCollections", 1)
                    .append("filter", new Document("name", collection))
                    .append("nameOnly", true)
                    .append("authorizedCollections", true));
            return listed.get("cursor", Document.class).getList("firstBatch", Document.class).stream()
                    .findFirst()
                    .orElse(null);
        }

        private static Optional<String> refusal(Document found) {
            return switch (found.get("type", "collection")) {
                case "timeseries" ->
                    Optional.of(
                            "is a time series collection, which does not keep _id unique: documents that are sent again"
                                    + " after a failure would be there twice");
                case "view" -> Optional.of("is a view, which takes no documents");
                default ->
                    found.get("options", new Document()).getBoolean("capped", false)
                            ? Optional.of("is a capped collection, which drops its first documents when it is full")
                            : Optional.empty();
            };
        }
    }
}
