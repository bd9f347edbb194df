package dev.mongohaul.repository;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.ImportPlan.Cut;
import dev.mongohaul.repository.ImportPlan.ImportPartition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Store of the partitions of all imports, in the collection {@value #COLLECTION}. Thread-safe.
 *
 * <p>Each run cuts what is left of the input into partitions of its own, which are valid from the time when the plan names
 * the run. An update of a partition filters by the token of its owner. All operations are idempotent and are retried while
 * the server is unavailable.
 */
public final class PartitionStore {

    static final String COLLECTION = "mongohaul_partitions";

    private static final String IMPORT = "_id.import";
    private static final String RUN = "_id.run";
    private static final String TOKEN = "token";
    private static final String PROGRESS = "progress";
    private static final String FINISHED = PROGRESS + ".finished";

    private final MongoCollection<StoredPartition> partitions;
    private final RetryBudget retryPolicy;

    PartitionStore(MongoDatabase database, RetryBudget retryPolicy) {
        this.retryPolicy = retryPolicy;
        this.partitions = database.getCollection(COLLECTION, StoredPartition.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    void createIndexes() {
        partitions.createIndex(Indexes.ascending(IMPORT, RUN, FINISHED));
    }

    /** Stores the partitions of a run, in place of those of an earlier attempt to store them. */
    void insert(String plan, long run, List<ImportPartition> tiles, String token) {
        List<StoredPartition> documents = IntStream.range(0, tiles.size())
                .mapToObj(index -> StoredPartition.of(plan, run, index, tiles.get(index), token))
                .toList();
        retryPolicy.run("save the partitions", () -> {
            partitions.deleteMany(of(plan, run));
            partitions.insertMany(documents);
        });
    }

    /** Returns the plan with the partitions of its run that are stored. */
    ImportPlan addTo(ImportPlan plan, Cut cut) {
        List<StoredPartition> found = retryPolicy.call(
                "read the partitions",
                () -> partitions
                        .find(of(plan.key(), cut.run()))
                        .sort(Sorts.ascending("index"))
                        .into(new ArrayList<>()));
        return plan.with(
                found.stream().map(StoredPartition::progress).toList(),
                Stream.concat(
                                Stream.ofNullable(plan.touched()),
                                found.stream().map(StoredPartition::touched).filter(Objects::nonNull))
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                found.stream()
                        .flatMap(partition -> partition.sessions().stream())
                        .toList());
    }

    /** Takes the unfinished partitions of an import from their owners: nobody can save them any more. */
    void close(String plan) {
        Bson open = and(eq(IMPORT, plan), eq(FINISHED, false));
        retryPolicy.run("take over the partitions", () -> partitions.updateMany(open, set(TOKEN, null)));
    }

    /** Removes the partitions that runs before this one have cut. Later runs may have cut others. */
    void removeBefore(String plan, long run) {
        retryPolicy.run("remove former partitions", () -> partitions.deleteMany(and(eq(IMPORT, plan), lt(RUN, run))));
    }

    /**
     * Saves the progress of a partition.
     *
     * @return whether the token is still that of its owner; nothing is saved if not
     */
    boolean save(PartitionId partition, ImportPartition progress, String token) {
        return update(
                "save the checkpoint",
                partition,
                token,
                combine(set(PROGRESS, progress), set("touched", Instant.now())));
    }

    /**
     * Saves the id of a server session before documents are changed by it, so that a later owner of the partition can end
     * it.
     *
     * @return whether the token is still that of its owner
     */
    boolean addSession(PartitionId partition, UUID session, String token) {
        return update("save a session", partition, token, push("sessions", session));
    }

    private boolean update(String doing, PartitionId partition, String token, Bson update) {
        Bson owned = and(eq(partition), eq(TOKEN, token));
        return retryPolicy
                        .call(doing, () -> partitions.updateOne(owned, update))
                        .getMatchedCount()
                > 0;
    }

    private static Bson of(String plan, long run) {
        return and(eq(IMPORT, plan), eq(RUN, run));
    }

    /**
     * Identifier of a partition.
     *
     * @param plan key of the import's plan
     * @param run number of the run that cut it
     * @param from offset of its first byte
     */
    public record PartitionId(@BsonProperty("import") String plan, long run, long from) {}

    /**
     * Partition as a document.
     *
     * @param index position among the partitions of the run
     * @param token of its owner; null if it has none
     * @param touched when the progress was last saved, in the time of the machine that saved it; null if it never was
     * @param sessions server sessions of its owners in this run
     */
    public record StoredPartition(
            @BsonId PartitionId id,
            int index,
            ImportPartition progress,
            @Nullable String token,
            @Nullable Instant touched,
            List<UUID> sessions) {

        static StoredPartition of(String plan, long run, int index, ImportPartition progress, String token) {
            return new StoredPartition(
                    new PartitionId(plan, run, progress.from()), index, progress, token, null, List.of());
        }
    }
}
