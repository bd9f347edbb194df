package dev.mongohaul.repository;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.ImportPlan.Cut;
import dev.mongohaul.repository.ImportPlan.ImportPartition;
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
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Store of the partitions of all imports, in the collection {@value #COLLECTION}. Thread-safe.
 *
 * <p>Each run cuts what is left of the input into partitions of its own, which are valid from the time when the plan names
 * the run. A partition belongs to the owner of its token, and all updates filter by the token. Without workers the process
 * that cuts the partitions owns them from the beginning. With workers they belong to nobody until a worker claims one, for
 * a time that the server measures.
 *
 * <p>All operations but renewals are retried while the server is unavailable, and are idempotent.
 */
public final class PartitionStore {

    /** Number of claims without progress after which a partition has failed. */
    public static final int MOST_ATTEMPTS = 5;

    static final String COLLECTION = "mongohaul_partitions";

    private static final String IMPORT = "_id.import";
    private static final String RUN = "_id.run";
    private static final String TOKEN = "token";
    private static final String INVITATION = "invitation";
    private static final String EXPIRES = "expiresAt";
    private static final String ATTEMPTS = "attempts";
    private static final String FAILURE = "failure";
    private static final String FATAL = "fatal";
    private static final String CLOSED = "closed";
    private static final String PROGRESS = "progress";
    private static final String FINISHED = PROGRESS + ".finished";
    private static final String TOUCHED = "touched";
    private static final int MOST_TAKEOVERS = 10;

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

    /**
     * Stores the partitions of a run, in place of those of an earlier attempt to store them.
     *
     * @param token of their owner; null if workers claim them
     * @param sums of the input's blocks that a partition reads
     */
    void insert(
            String plan,
            long run,
            List<ImportPartition> tiles,
            @Nullable String token,
            Function<ImportPartition, List<StoredSums>> sums) {
        List<StoredPartition> documents = IntStream.range(0, tiles.size())
                .mapToObj(index ->
                        StoredPartition.of(plan, run, index, tiles.get(index), token, sums.apply(tiles.get(index))))
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
                        .projection(Projections.exclude("sums"))
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
                found.stream()
                        .flatMap(partition -> partition.sessions().stream())
                        .toList());
    }

    /** Takes the unfinished partitions of a run from their owners: nobody can save or claim them any more. */
    public void close(String plan, long run) {
        Bson open = and(of(plan, run), eq(FINISHED, false));
        retryPolicy.run(
                "take over the partitions",
                () -> partitions.updateMany(open, combine(set(TOKEN, null), set(CLOSED, true))));
    }

    /** Removes the partitions that runs before this one have cut. Later runs may have cut others. */
    void removeBefore(String plan, long run) {
        retryPolicy.run("remove former partitions", () -> partitions.deleteMany(and(eq(IMPORT, plan), lt(RUN, run))));
    }

    /**
     * Claims a partition for a new owner.
     *
     * <p>The owner of a partition changes at once if the same invitation comes again: then the broker has lost the
     * connection to the owner. Any other claim waits until the time of the owner has ended.
     *
     * @param invitation id of the message that named the partition
     * @param worker name of the new owner, for reports
     * @return empty if the partition is finished, closed, or belongs to somebody else
     */
    Optional<StoredPartition> claim(PartitionId partition, String invitation, String worker, Duration duration) {
        return claim(eq(partition), invitation, worker, duration);
    }

    /** Claims any partition of a run that belongs to nobody, the last one first. */
    Optional<StoredPartition> claimAny(String plan, long run, String worker, Duration duration) {
        return claim(of(plan, run), "without invitation " + UUID.randomUUID(), worker, duration);
    }

    private Optional<StoredPartition> claim(Bson which, String invitation, String worker, Duration duration) {
        Bson free = or(eq(TOKEN, null), eq(INVITATION, invitation), and(exists(EXPIRES), expr(EXPIRED)));
        Document claim = new Document(TOKEN, UUID.randomUUID().toString())
                .append(INVITATION, literal(invitation))
                .append("worker", literal(worker))
                .append(EXPIRES, inServerTime(duration))
                .append(ATTEMPTS, new Document("$add", List.of(new Document("$ifNull", List.of("$" + ATTEMPTS, 0)), 1)))
                .append("takeovers", takeovers(invitation));
        return retryPolicy.call(
                "claim a partition",
                () -> Optional.ofNullable(partitions.findOneAndUpdate(
                        and(which, eq(FINISHED, false), eq(CLOSED, null), eq(FATAL, null), free),
                        List.of(new Document("$set", claim)),
                        CLAIMED)));
    }

    /** Returns the takeovers with this one, if the partition has an owner, at most the last {@value #MOST_TAKEOVERS}. */
    private static Document takeovers(String invitation) {
        Document cause = new Document(
                "$cond",
                List.of(
                        new Document("$eq", List.of("$" + INVITATION, literal(invitation))),
                        Takeover.REDELIVERED,
                        Takeover.EXPIRED));
        Document takeover =
                new Document("from", "$worker").append("at", "$$NOW").append("cause", cause);
        Document known = new Document("$ifNull", List.of("$takeovers", List.of()));
        Document all = new Document("$concatArrays", List.of(known, List.of(takeover)));
        return new Document(
                "$cond",
                List.of(
                        new Document("$gt", Arrays.asList("$" + TOKEN, null)),
                        new Document("$slice", List.of(all, -MOST_TAKEOVERS)),
                        known));
    }

    /**
     * Saves the progress of a partition.
     *
     * @param duration of the owner's claim, which begins anew; null if it does not end by itself
     * @return whether the token is still that of its owner; nothing is saved if not
     */
    boolean save(PartitionId partition, ImportPartition progress, String token, @Nullable Duration duration) {
        Document saved = new Document(PROGRESS, literal(progress)).append(TOUCHED, Instant.now());
        if (duration != null) {
            Document same = new Document("$eq", List.of("$" + PROGRESS + ".doneTo", progress.doneTo()));
            saved.append(EXPIRES, inServerTime(duration))
                    .append(ATTEMPTS, new Document("$cond", List.of(same, "$" + ATTEMPTS, 0)));
        }
        return update("save the checkpoint", partition, token, List.of(new Document("$set", saved)));
    }

    /**
     * Renews the claim of a partition, by one attempt within the timeout.
     *
     * @return whether the token is still that of its owner
     */
    boolean renew(PartitionId partition, String token, Duration duration, Duration timeout) {
        return partitions
                        .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                        .updateOne(
                                owned(partition, token),
                                List.of(new Document("$set", new Document(EXPIRES, inServerTime(duration)))))
                        .getMatchedCount()
                > 0;
    }

    /**
     * Gives a partition back, so that another owner can claim it at once.
     *
     * @param failure why the work on it ended; null if it was only interrupted
     * @param fatal whether no other owner can do better, so that nobody claims it any more
     */
    void release(PartitionId partition, String token, @Nullable String failure, boolean fatal) {
        Document nobody = new Document(TOKEN, null).append(EXPIRES, null);
        if (failure != null) {
            nobody.append(FAILURE, literal(failure));
        }
        if (fatal) {
            nobody.append(FATAL, true);
        }
        update("give the partition back", partition, token, List.of(new Document("$set", nobody)));
    }

    /** Saves the number of the step that works on a partition. */
    boolean saveStep(PartitionId partition, long step, String token) {
        return update("begin a step", partition, token, List.of(new Document("$set", new Document("step", step))));
    }

    /** Returns whether the token is still that of the partition's owner. */
    boolean isOwned(PartitionId partition, String token) {
        return retryPolicy.call(
                        "read the owner of a partition", () -> partitions.countDocuments(owned(partition, token)))
                > 0;
    }

    /**
     * Saves the id of a server session before documents are changed by it, so that a later owner of the partition can end
     * it.
     *
     * @return whether the token is still that of its owner
     */
    boolean addSession(PartitionId partition, UUID session, String token) {
        Bson addition = push("sessions", session);
        return retryPolicy
                        .call("save a session", () -> partitions.updateOne(owned(partition, token), addition))
                        .getMatchedCount()
                > 0;
    }

    private boolean update(String doing, PartitionId partition, String token, List<Document> update) {
        return retryPolicy
                        .call(doing, () -> partitions.updateOne(owned(partition, token), update))
                        .getMatchedCount()
                > 0;
    }

    /** Returns the sums over the partitions of a run, and its unfinished partitions, by one query. */
    public Progress progress(String plan, long run) {
        return retryPolicy.call(
                "read the progress",
                () -> Objects.requireNonNullElse(
                        partitions
                                .aggregate(List.of(new Document("$match", matching(plan, run)), SUMS), Progress.class)
                                .first(),
                        Progress.NONE));
    }

    /** Returns the partitions of a run that workers can claim, in the order of the input, by one query. */
    public List<SharedPartition> shared(String plan, long run) {
        return retryPolicy.call(
                "read the partitions",
                () -> partitions
                        .aggregate(
                                List.of(new Document("$match", matching(plan, run)), IN_ORDER, SHARED),
                                SharedPartition.class)
                        .into(new ArrayList<>()));
    }

    private static boolean failed(boolean fatal, int attempts, boolean claimed) {
        return fatal || (attempts >= MOST_ATTEMPTS && !claimed);
    }

    private static Bson of(String plan, long run) {
        return and(eq(IMPORT, plan), eq(RUN, run));
    }

    private static Document matching(String plan, long run) {
        return new Document(IMPORT, plan).append(RUN, run);
    }

    private static Bson owned(PartitionId partition, String token) {
        return and(eq(partition), eq(TOKEN, token));
    }

    private static Document literal(Object value) {
        return new Document("$literal", value);
    }

    private static Document inServerTime(Duration duration) {
        return new Document("$add", List.of("$$NOW", duration.toMillis()));
    }

    private static final FindOneAndUpdateOptions CLAIMED =
            new FindOneAndUpdateOptions().sort(Sorts.descending("index")).returnDocument(ReturnDocument.AFTER);

    private static final Document EXPIRED = Document.parse("{$lt: ['$expiresAt', '$$NOW']}");

    private static final Document SUMS = Document.parse("""
            {$group: {
                _id: null,
                read: {$sum: '$progress.counts.read'},
                written: {$sum: '$progress.counts.written'},
                alreadyThere: {$sum: '$progress.counts.alreadyThere'},
                rejected: {$sum: '$progress.counts.rejected'},
                unmatched: {$sum: '$progress.counts.unmatched'},
                dropped: {$sum: '$progress.counts.cells.dropped'},
                padded: {$sum: '$progress.counts.cells.padded'},
                bytes: {$sum: {$subtract: ['$progress.doneTo', '$progress.from']}},
                open: {$push: {$cond: ['$progress.finished', '$$REMOVE', {
                    from: '$_id.from',
                    to: '$progress.to',
                    claimed: {$and: [{$gt: ['$token', null]}, {$gt: ['$expiresAt', '$$NOW']}]},
                    expired: {$and: [{$gt: ['$token', null]}, {$lte: ['$expiresAt', '$$NOW']}]},
                    attempts: {$ifNull: ['$attempts', 0]},
                    fatal: {$eq: ['$fatal', true]},
                    worker: '$worker',
                    failure: '$failure'}]}}}}""");

    private static final Document IN_ORDER = Document.parse("{$sort: {index: 1}}");

    private static final Document SHARED = Document.parse("""
            {$project: {
                _id: 0,
                from: '$_id.from',
                to: '$progress.to',
                bytes: {$subtract: [
                    {$cond: ['$progress.finished', '$progress.to', '$progress.doneTo']}, '$progress.from']},
                records: '$progress.counts.read',
                finished: '$progress.finished',
                claimed: {$and: [{$gt: ['$token', null]}, {$gt: ['$expiresAt', '$$NOW']}]},
                expired: {$and: [{$gt: ['$token', null]}, {$lte: ['$expiresAt', '$$NOW']}]},
                attempts: {$ifNull: ['$attempts', 0]},
                fatal: {$eq: ['$fatal', true]},
                worker: {$ifNull: ['$worker', '$progress.worker']},
                failure: '$failure',
                takeovers: {$ifNull: ['$takeovers', []]}}}""");

    /**
     * Progress of a run.
     *
     * @param bytes of the input whose records are written or rejected
     * @param open unfinished partitions
     */
    public record Progress(
            long read,
            long written,
            long alreadyThere,
            long rejected,
            long unmatched,
            long dropped,
            long padded,
            long bytes,
            List<OpenPartition> open) {

        static final Progress NONE = new Progress(0, 0, 0, 0, 0, 0, 0, 0, List.of());

        public Counts counts() {
            return new Counts(read, written, alreadyThere, rejected, unmatched, new Counts.Cells(dropped, padded));
        }
    }

    /**
     * Unfinished partition.
     *
     * @param claimed whether it has an owner whose time has not ended
     * @param expired whether the time of its owner has ended
     * @param attempts claims since its last progress
     * @param fatal whether the last owner found that the import cannot succeed
     * @param worker its last owner; null if it never had one
     * @param failure why the last owner gave it back; null if nobody did
     */
    public record OpenPartition(
            long from,
            long to,
            boolean claimed,
            boolean expired,
            int attempts,
            boolean fatal,
            @Nullable String worker,
            @Nullable String failure) {

        /** Returns whether the import cannot succeed because of it. */
        public boolean hasFailed() {
            return failed(fatal, attempts, claimed);
        }
    }

    /** State of a partition that workers can claim. */
    public enum PartitionState {
        /** It is unfinished, and no worker has it. */
        WAITING,
        /** A worker has it. */
        RUNNING,
        /** All its records are written or rejected. */
        FINISHED,
        /** The import cannot succeed because of it. */
        FAILED
    }

    /**
     * Partition that workers can claim.
     *
     * @param bytes of the input whose records are written or rejected
     * @param records read from these bytes
     * @param claimed whether it has an owner whose time has not ended
     * @param expired whether the time of its owner has ended
     * @param attempts claims since its last progress
     * @param fatal whether the last owner found that the import cannot succeed
     * @param worker its last owner; null if it never had one
     * @param failure why an owner gave it back, the last time; null if nobody did
     * @param takeovers the last takeovers
     */
    public record SharedPartition(
            long from,
            long to,
            long bytes,
            long records,
            boolean finished,
            boolean claimed,
            boolean expired,
            int attempts,
            boolean fatal,
            @Nullable String worker,
            @Nullable String failure,
            List<Takeover> takeovers) {

        public PartitionState state() {
            if (finished) {
                return PartitionState.FINISHED;
            }
            if (failed(fatal, attempts, claimed)) {
                return PartitionState.FAILED;
            }
            return claimed ? PartitionState.RUNNING : PartitionState.WAITING;
        }
    }

    /**
     * Checksums of blocks of an input, which a worker compares with its own copy of the file.
     *
     * @param input index of the input
     * @param firstBlock number of the first block
     * @param sums eight bytes for each block
     */
    public record StoredSums(int input, int firstBlock, Binary sums) {}

    /**
     * Claim of a partition that had an owner.
     *
     * @param from name of the former owner
     * @param at when, in the server's time
     * @param cause {@value #REDELIVERED} if the broker lost the connection to the former owner, {@value #EXPIRED} if the
     *     time of its claim had ended
     */
    public record Takeover(String from, Instant at, String cause) {

        public static final String REDELIVERED = "redelivered";
        public static final String EXPIRED = "expired";
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
     * @param invitation id of the message by which the owner claimed it; null without workers
     * @param worker name of its last owner; null without workers
     * @param expiresAt end of the owner's claim, in the server's time; null without workers
     * @param attempts claims since the last progress; null without workers
     * @param failure why the last owner gave it back; null if nobody did
     * @param fatal true if the last owner found that the import cannot succeed; else null
     * @param closed true if it was taken from its owner by a later run; else null
     * @param step number of the step that works on it; null before the first claim, and without workers
     * @param touched when the progress was last saved, in the time of the machine that saved it; null if it never was
     * @param sessions server sessions of its owners in this run
     * @param sums of the input's blocks that it reads; null without workers
     * @param takeovers the last takeovers; null before the first claim, and without workers
     */
    public record StoredPartition(
            @BsonId PartitionId id,
            int index,
            ImportPartition progress,
            @Nullable String token,
            @Nullable String invitation,
            @Nullable String worker,
            @Nullable Instant expiresAt,
            @Nullable Integer attempts,
            @Nullable String failure,
            @Nullable Boolean fatal,
            @Nullable Boolean closed,
            @Nullable Long step,
            @Nullable Instant touched,
            List<UUID> sessions,
            @Nullable List<StoredSums> sums,
            @Nullable List<Takeover> takeovers) {

        static StoredPartition of(
                String plan,
                long run,
                int index,
                ImportPartition progress,
                @Nullable String token,
                List<StoredSums> sums) {
            return new StoredPartition(
                    new PartitionId(plan, run, progress.from()),
                    index,
                    progress,
                    token,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    List.of(),
                    sums.isEmpty() ? null : sums,
                    null);
        }
    }
}
