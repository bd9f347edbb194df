package dev.mongohaul.repository.plan;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.repository.lease.ClaimFields;
import dev.mongohaul.repository.lease.PartitionId;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.PartitionState;
import dev.mongohaul.repository.partition.PartitionStore;
import dev.mongohaul.repository.partition.Progress;
import dev.mongohaul.repository.partition.SharedPartition;
import dev.mongohaul.repository.partition.StoredPartition;
import dev.mongohaul.repository.partition.StoredSums;
import dev.mongohaul.repository.partition.Takeover;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Store of the partitions of all imports, in the collection {@value PartitionStore#COLLECTION}. Thread-safe.
 *
 * <p>All operations but renewals are retried while the server is unavailable, and are idempotent.
 */
final class MongoPartitionStore implements PartitionStore {

    /** Collection of what only the owner of a partition reads, so that it does not slow down the queries of the manager. */
    static final String SUMS_COLLECTION = "mongohaul_partition_sums";

    private static final String IMPORT = "_id.import";
    private static final String RUN = "_id.run";
    private static final String INVITATION = "invitation";
    private static final ClaimFields CLAIM = new ClaimFields("token", "expiresAt");
    private static final String ATTEMPTS = "attempts";
    private static final String FAILURE = "failure";
    private static final String FATAL = "fatal";
    private static final String CLOSED = "closed";
    private static final String PROGRESS = "progress";
    private static final String FINISHED = PROGRESS + ".finished";
    private static final String TOUCHED = "touched";
    private static final int MOST_TAKEOVERS = 10;

    private final MongoCollection<StoredPartition> partitions;
    private final MongoCollection<PartitionSums> allSums;
    private final RetryBudget retries;

    MongoPartitionStore(MongoDatabase database, RetryBudget retries) {
        this.retries = retries;
        this.partitions = database.getCollection(COLLECTION, StoredPartition.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.allSums = database.getCollection(SUMS_COLLECTION, PartitionSums.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    void createIndexes() {
        partitions.createIndex(Indexes.ascending(IMPORT, RUN, FINISHED));
    }

    @Override
    public void insert(
            String plan,
            long run,
            List<ImportPartition> tiles,
            @Nullable String token,
            Function<ImportPartition, List<StoredSums>> sums) {
        List<StoredPartition> documents = IntStream.range(0, tiles.size())
                .mapToObj(index -> StoredPartition.of(plan, run, index, tiles.get(index), token))
                .toList();
        List<PartitionSums> read = tiles.stream()
                .map(tile -> new PartitionSums(new PartitionId(plan, run, tile.from()), sums.apply(tile)))
                .filter(partition -> !partition.sums().isEmpty())
                .toList();
        retries.run("save the partitions", () -> {
            try {
                insert(documents, read);
            } catch (MongoBulkWriteException e) {
                if (e.getWriteErrors().stream()
                        .noneMatch(error -> error.getCategory() == ErrorCategory.DUPLICATE_KEY)) {
                    throw e;
                }
                // An earlier attempt has stored them, or some of them.
                partitions.deleteMany(of(plan, run));
                allSums.deleteMany(of(plan, run));
                insert(documents, read);
            }
        });
    }

    private void insert(List<StoredPartition> documents, List<PartitionSums> sums) {
        if (sums.isEmpty()) {
            partitions.insertMany(documents);
        } else {
            SentTogether.run(
                    () -> partitions.insertMany(documents),
                    () -> allSums.insertMany(sums),
                    () -> allSums.createIndex(Indexes.ascending(IMPORT, RUN)));
        }
    }

    @Override
    public List<StoredSums> sums(PartitionId partition) {
        return retries.call(
                "read the sums of a partition",
                () -> Optional.ofNullable(allSums.find(eq(partition)).first())
                        .map(PartitionSums::sums)
                        .orElse(List.of()));
    }

    /** Removes the sums of an import that has ended. */
    void removeSums(String plan) {
        retries.run("remove the sums of the partitions", () -> allSums.deleteMany(eq(IMPORT, plan)));
    }

    /** Returns the plan with the partitions of its run that are stored. */
    ImportPlan addTo(ImportPlan plan, PlannedCut cut) {
        List<StoredPartition> found = retries.call(
                "read the partitions",
                () -> partitions
                        .find(of(plan.key(), cut.run()))
                        .sort(Sorts.ascending("index"))
                        .into(new ArrayList<>()));
        return plan.with(
                found.stream()
                        .map(partition -> partition.progress().by(partition.worker()))
                        .toList(),
                Stream.concat(
                                Stream.ofNullable(plan.touched()),
                                found.stream().map(StoredPartition::touched).filter(Objects::nonNull))
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                Stream.concat(
                                plan.sessions().stream(),
                                found.stream().flatMap(partition -> partition.sessions().stream()))
                        .toList());
    }

    @Override
    public void close(String plan, long run) {
        Bson open = and(of(plan, run), eq(FINISHED, false));
        retries.run(
                "take over the partitions",
                () -> partitions.updateMany(open, combine(set(CLAIM.token(), null), set(CLOSED, true))));
    }

    /** Returns whether there are partitions that runs before this one have cut. */
    boolean hasBefore(String plan, long run) {
        return retries.call(
                        "look for former partitions",
                        () -> partitions.countDocuments(before(plan, run), new CountOptions().limit(1)))
                > 0;
    }

    /** Removes the partitions that runs before this one have cut. Later runs may have cut others. */
    void removeBefore(String plan, long run) {
        retries.run("remove former partitions", () -> {
            allSums.deleteMany(before(plan, run));
            partitions.deleteMany(before(plan, run));
        });
    }

    private static Bson before(String plan, long run) {
        return and(eq(IMPORT, plan), lt(RUN, run));
    }

    @Override
    public Optional<StoredPartition> claim(PartitionId partition, String invitation, String worker, Duration duration) {
        return claim(eq(partition), invitation, worker, duration);
    }

    @Override
    public Optional<StoredPartition> claimAny(String plan, long run, String worker, Duration duration) {
        return claim(of(plan, run), "without invitation " + UUID.randomUUID(), worker, duration);
    }

    private Optional<StoredPartition> claim(Bson which, String invitation, String worker, Duration duration) {
        Bson free =
                or(eq(CLAIM.token(), null), eq(INVITATION, invitation), and(exists(CLAIM.expiry()), CLAIM.expired()));
        Document claim = CLAIM.claim(UUID.randomUUID().toString(), duration)
                .append(INVITATION, ClaimFields.literal(invitation))
                .append("worker", ClaimFields.literal(worker))
                .append(ATTEMPTS, new Document("$add", List.of(new Document("$ifNull", List.of("$" + ATTEMPTS, 0)), 1)))
                .append("takeovers", takeovers(invitation));
        return retries.call(
                "claim a partition",
                () -> Optional.ofNullable(partitions.findOneAndUpdate(
                        and(which, eq(FINISHED, false), eq(CLOSED, null), expr(not(HOPELESS)), free),
                        List.of(new Document("$set", claim)),
                        CLAIMED)));
    }

    /** Returns the takeovers with this one, if the partition has an owner, at most the last {@value #MOST_TAKEOVERS}. */
    private static Document takeovers(String invitation) {
        Document cause = new Document(
                "$cond",
                List.of(
                        new Document("$eq", List.of("$" + INVITATION, ClaimFields.literal(invitation))),
                        Takeover.REDELIVERED,
                        Takeover.EXPIRED));
        Document takeover =
                new Document("from", "$worker").append("at", "$$NOW").append("cause", cause);
        Document known = new Document("$ifNull", List.of("$takeovers", List.of()));
        Document all = new Document("$concatArrays", List.of(known, List.of(takeover)));
        return new Document(
                "$cond",
                List.of(
                        new Document("$gt", Arrays.asList("$" + CLAIM.token(), null)),
                        new Document("$slice", List.of(all, -MOST_TAKEOVERS)),
                        known));
    }

    @Override
    public boolean save(PartitionId partition, ImportPartition progress, String token, @Nullable Duration duration) {
        Document saved = new Document(PROGRESS, ClaimFields.literal(progress)).append(TOUCHED, Instant.now());
        if (duration != null) {
            Document same = new Document("$eq", List.of("$" + PROGRESS + ".doneTo", progress.doneTo()));
            saved.putAll(CLAIM.renewal(duration));
            saved.append(ATTEMPTS, new Document("$cond", List.of(same, "$" + ATTEMPTS, 0)));
        }
        return update("save the checkpoint", partition, token, List.of(new Document("$set", saved)));
    }

    @Override
    public boolean renew(PartitionId partition, String token, Duration duration, Duration timeout) {
        return partitions
                        .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                        .updateOne(owned(partition, token), List.of(new Document("$set", CLAIM.renewal(duration))))
                        .getMatchedCount()
                > 0;
    }

    @Override
    public void release(PartitionId partition, String token, @Nullable String failure, boolean fatal) {
        Document nobody = new Document(CLAIM.token(), null).append(CLAIM.expiry(), null);
        if (failure != null) {
            nobody.append(FAILURE, ClaimFields.literal(failure));
        }
        if (fatal) {
            nobody.append(FATAL, true);
        }
        update("give the partition back", partition, token, List.of(new Document("$set", nobody)));
    }

    @Override
    public boolean saveStep(PartitionId partition, long step, String token) {
        return update("begin a step", partition, token, List.of(new Document("$set", new Document("step", step))));
    }

    @Override
    public boolean isOwned(PartitionId partition, String token) {
        return retries.call("read the owner of a partition", () -> partitions.countDocuments(owned(partition, token)))
                > 0;
    }

    @Override
    public boolean addSession(PartitionId partition, UUID session, String token) {
        Bson addition = push("sessions", session);
        return retries.call("save a session", () -> partitions.updateOne(owned(partition, token), addition))
                        .getMatchedCount()
                > 0;
    }

    private boolean update(String doing, PartitionId partition, String token, List<Document> update) {
        return retries.call(doing, () -> partitions.updateOne(owned(partition, token), update))
                        .getMatchedCount()
                > 0;
    }

    @Override
    public Progress progress(String plan, long run, int most) {
        Document countsAndFirst =
                new Document(COUNTS_AND_FAILED).append("waiting", new Document("$slice", List.of("$waiting", most)));
        return retries.call(
                "read the progress",
                () -> Objects.requireNonNullElse(
                        partitions
                                .aggregate(
                                        List.of(
                                                new Document("$match", matching(plan, run)),
                                                WITH_STATE,
                                                SUMS,
                                                new Document("$set", countsAndFirst)),
                                        Progress.class)
                                .first(),
                        Progress.NONE));
    }

    @Override
    public List<SharedPartition> shared(String plan, long run) {
        return retries.call(
                "read the partitions",
                () -> partitions
                        .aggregate(
                                List.of(new Document("$match", matching(plan, run)), IN_ORDER, WITH_STATE, SHARED),
                                SharedPartition.class)
                        .into(new ArrayList<>()));
    }

    private static Bson of(String plan, long run) {
        return and(eq(IMPORT, plan), eq(RUN, run));
    }

    private static Document matching(String plan, long run) {
        return new Document(IMPORT, plan).append(RUN, run);
    }

    private static Bson owned(PartitionId partition, String token) {
        return and(eq(partition), CLAIM.ownedBy(token));
    }

    private static Document not(Document condition) {
        return new Document("$not", condition);
    }

    private static final FindOneAndUpdateOptions CLAIMED =
            new FindOneAndUpdateOptions().sort(Sorts.descending("index")).returnDocument(ReturnDocument.AFTER);

    /** Whether an unfinished partition has failed, unless it is still claimed: no worker can claim it again. */
    private static final Document HOPELESS =
            Document.parse("{$or: [{$eq: ['$fatal', true]}, {$gte: ['$attempts', %d]}]}".formatted(MOST_ATTEMPTS));

    /** State of a partition, a {@link PartitionState}. */
    static final Document STATE = Document.parse("""
            {$switch: {
                branches: [
                    {case: '$progress.finished', then: 'FINISHED'},
                    {case: {$and: [{$gt: ['$token', null]}, {$gt: ['$expiresAt', '$$NOW']}]}, then: 'RUNNING'},
                    {case: %s, then: 'FAILED'}],
                default: 'WAITING'}}""".formatted(HOPELESS.toJson()));

    private static final Document WITH_STATE = new Document("$set", new Document("state", STATE));

    private static final Document SUMS = Document.parse("""
            {$group: {
                _id: null,
                read: {$sum: '$progress.counts.read'},
                written: {$sum: '$progress.counts.written'},
                unchanged: {$sum: {$toLong: {$ifNull: ['$progress.counts.unchanged', 0]}}},
                alreadyThere: {$sum: '$progress.counts.alreadyThere'},
                rejected: {$sum: '$progress.counts.rejected'},
                unmatched: {$sum: '$progress.counts.unmatched'},
                filtered: {$sum: {$toLong: {$ifNull: ['$progress.counts.filtered', 0]}}},
                dropped: {$sum: '$progress.counts.cells.dropped'},
                padded: {$sum: '$progress.counts.cells.padded'},
                bytes: {$sum: {$subtract: ['$progress.doneTo', '$progress.from']}},
                unfinished: {$sum: {$cond: [{$eq: ['$state', 'FINISHED']}, 0, 1]}},
                claimed: {$sum: {$cond: [{$eq: ['$state', 'RUNNING']}, 1, 0]}},
                waiting: {$push: {$cond: [{$in: ['$state', ['FINISHED', 'RUNNING']]}, '$$REMOVE', {
                    state: '$state',
                    from: '$_id.from',
                    to: '$progress.to',
                    expired: {$gt: ['$token', null]},
                    attempts: {$ifNull: ['$attempts', 0]},
                    fatal: {$eq: ['$fatal', true]},
                    worker: '$worker',
                    failure: '$failure'}]}}}}""");

    private static final Document COUNTS_AND_FAILED = Document.parse("""
            {
                counts: {
                    read: '$read',
                    written: '$written',
                    unchanged: '$unchanged',
                    alreadyThere: '$alreadyThere',
                    rejected: '$rejected',
                    unmatched: '$unmatched',
                    filtered: '$filtered',
                    cells: {dropped: '$dropped', padded: '$padded'}},
                failed: {$first: {$filter: {input: '$waiting', cond: {$eq: ['$$this.state', 'FAILED']}}}}}""");

    private static final Document IN_ORDER = Document.parse("{$sort: {index: 1}}");

    private static final Document SHARED = Document.parse("""
            {$project: {
                _id: 0,
                from: '$_id.from',
                to: '$progress.to',
                bytes: {$subtract: [
                    {$cond: ['$progress.finished', '$progress.to', '$progress.doneTo']}, '$progress.from']},
                records: '$progress.counts.read',
                state: 1,
                expired: {$and: [{$gt: ['$token', null]}, {$lte: ['$expiresAt', '$$NOW']}]},
                attempts: {$ifNull: ['$attempts', 0]},
                worker: {$ifNull: ['$worker', '$progress.worker']},
                failure: '$failure',
                takeovers: {$ifNull: ['$takeovers', []]}}}""");
}
