package dev.mongohaul.repository.plan;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Filters.type;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.pushEach;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.result.UpdateResult;
import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.mongo.session.PreImageSink;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.repository.file.FileId;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.lease.ClaimFields;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.lease.Rights;
import dev.mongohaul.repository.lease.WriteRight;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.PartitionStore;
import dev.mongohaul.repository.partition.StoredSums;
import dev.mongohaul.repository.target.KeptImages;
import dev.mongohaul.repository.target.PreImages;
import dev.mongohaul.repository.target.SeenIds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store of the plans of all imports, in the collection {@value #COLLECTION}, with their leases, which are in the server's
 * time. Thread-safe.
 *
 * <p>Updates of a running import filter by the token of its lease, and throw {@link LeaseLostException} if another
 * process has taken it over. All but renewals are retried while the server is unavailable, as long as the {@link
 * RetryBudget} allows; all of them are idempotent.
 */
public final class ImportPlans implements Rights {

    public static final String COLLECTION = "mongohaul_imports";

    /** Filter of imports of files without a job file. */
    public static final Bson OF_FILES = exists("request.inferred", true);

    private static final Logger LOG = LoggerFactory.getLogger(ImportPlans.class);
    private static final int READS = 5;
    private static final String STOP = "stopRequested";
    private static final String EXPIRY = "lease.expiresAt";
    private static final ClaimFields LEASE = new ClaimFields("lease.token", EXPIRY);
    private static final String CHANGES = "lease.changes";
    private static final String JOB = "identity.job";
    private static final String ALONE = "request.alone";

    private static final String DROPPED = "staging.dropped";
    private static final FindOneAndUpdateOptions UPDATED =
            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER);
    private static final FindOneAndUpdateOptions RENEWED =
            new FindOneAndUpdateOptions().projection(Projections.include("lease." + STOP));

    private final MongoCollection<ImportPlan> plans;
    private final MongoPartitionStore partitions;
    private final FiguresStore figures;
    private final KnownFiles files;
    private final SeenIds seenIds;
    private final PreImages preImages;
    private final RetryBudget retries;
    private final Map<String, WriteRight> heldByToken = new ConcurrentHashMap<>();

    public ImportPlans(MongoDatabase database, RetryBudget retries) {
        this.retries = retries;
        this.plans = database.getCollection(COLLECTION, ImportPlan.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.partitions = new MongoPartitionStore(database, retries);
        this.figures = new FiguresStore(database, retries);
        this.files = new KnownFiles(database, retries);
        this.seenIds = new SeenIds(database, retries);
        this.preImages = new PreImages(database, retries);
    }

    /** Returns the store of the partitions of the imports. */
    public PartitionStore partitions() {
        return partitions;
    }

    /** Returns the store of what is known of the files of the jobs. */
    public KnownFiles files() {
        return files;
    }

    /** Returns the store of the figures of the imports. */
    public FiguresStore figures() {
        return figures;
    }

    /** Returns the store of the ids that snapshot imports have seen. */
    public SeenIds seenIds() {
        return seenIds;
    }

    /** Returns the store of documents as they were before imports. */
    public PreImages preImages() {
        return preImages;
    }

    /**
     * Returns the store of the pre-images of a prepared import; null if none are kept.
     *
     * @param sessions of the process that changes the documents
     */
    public @Nullable PreImageSink preImagesOf(ImportPlan plan, WriteSessions sessions) {
        KeptImages kept = plan.kept();
        return kept == null ? null : preImages.sink(plan.importNumber(), kept, sessions, () -> dropKept(plan.key()));
    }

    /** Any process of the import may find that too much would be kept, so no lease is asked for. */
    private void dropKept(String key) {
        retries.run("save that nothing is kept", () -> plans.updateOne(eq(key), set("kept.dropped", true)));
    }

    /**
     * Creates the collection and its indexes if they are missing. One of them allows a job one unfinished import at a
     * time, or one of each file, and one for the rejects of each: of two that begin at the same moment, the second finds the
     * first. Another one allows a target one import at a time that changes it.
     */
    public void createIndexes() {
        IndexOptions oneUnfinished = new IndexOptions()
                .name("oneUnfinishedOfFile")
                .unique(true)
                .partialFilterExpression(eq("state", ImportState.UNFINISHED.name()));
        List<IndexModel> indexes = List.of(
                new IndexModel(Indexes.ascending(JOB, "created")),
                new IndexModel(Indexes.ascending(JOB, "corrects", ALONE), oneUnfinished),
                new IndexModel(Indexes.ascending("jobInstanceId")),
                new IndexModel(Indexes.ascending(JOB, "identity.content")),
                new IndexModel(Indexes.ascending(JOB, ALONE)),
                new IndexModel(
                        Indexes.ascending(JOB, "jobInstanceId"),
                        new IndexOptions().name("importsOfFiles").partialFilterExpression(OF_FILES)),
                new IndexModel(
                        Indexes.ascending(CHANGES),
                        new IndexOptions()
                                .name("oneWriter")
                                .unique(true)
                                .partialFilterExpression(type(CHANGES, BsonType.STRING))));
        SentTogether.run(
                () -> plans.createIndexes(indexes),
                partitions::createIndexes,
                figures::createIndexes,
                files::createIndexes);
    }

    public Optional<ImportPlan> find(String key) {
        return whole(eq(key));
    }

    public Optional<ImportPlan> findByInstance(long importNumber) {
        return whole(eq("jobInstanceId", importNumber));
    }

    /**
     * Returns a plan with its partitions. The former owner of its lease and workers can no longer save their progress.
     *
     * @param claimed the plan, whose lease this process has just claimed, without its partitions
     */
    public ImportPlan takeOver(ImportPlan claimed) {
        PlannedCut cut = claimed.cut();
        if (cut == null) {
            return claimed;
        }
        partitions.close(claimed.key(), cut.run());
        return find(claimed.key()).orElseThrow();
    }

    /** Reads a plan with its partitions. Another run may replace them meanwhile; then both are read again. */
    private Optional<ImportPlan> whole(Bson filter) {
        for (int attempt = 1; ; attempt++) {
            Optional<ImportPlan> plan = read(filter);
            PlannedCut cut = plan.map(ImportPlan::cut).orElse(null);
            if (cut == null) {
                return plan;
            }
            ImportPlan found = plan.orElseThrow();
            ImportPlan complete = partitions.addTo(found, cut);
            if (complete.partitions().size() == cut.partitions() || found.state() == ImportState.ABANDONED) {
                return Optional.of(complete);
            }
            if (attempt == READS) {
                LOG.warn(
                        "Import {} of {} has {} partitions, but {} contains {}: others have removed some",
                        found.importNumber(),
                        found.identity().job(),
                        cut.partitions(),
                        PartitionStore.COLLECTION,
                        complete.partitions().size());
                return Optional.of(found.state() == ImportState.UNFINISHED ? complete.withoutPartitions() : complete);
            }
        }
    }

    private Optional<ImportPlan> read(Bson filter) {
        return retries.call(
                "read the plan", () -> Optional.ofNullable(plans.find(filter).first()));
    }

    /** Returns the plans of these keys without their partitions, oldest first. */
    public List<ImportPlan> findAll(Collection<String> keys) {
        return list(in("_id", keys), Sorts.ascending("created", "_id"));
    }

    /**
     * Returns the plans of imports without their partitions, in any order.
     *
     * @param mostInputs of each plan, the first ones
     */
    public List<ImportPlan> findByInstances(Collection<Long> importNumbers, int mostInputs) {
        return retries.call(
                "read the plans",
                () -> plans.find(in("jobInstanceId", importNumbers))
                        .projection(Projections.slice("inputs", mostInputs))
                        .into(new ArrayList<>()));
    }

    /** Returns all plans of a job without their partitions, newest first. */
    public List<ImportPlan> findByJob(String job) {
        return list(eq(JOB, job), Sorts.descending("created"));
    }

    /** Returns the unfinished plans of a job without their partitions, newest first. */
    public List<ImportPlan> findUnfinished(String job) {
        return list(and(eq(JOB, job), eq("state", ImportState.UNFINISHED.name())), Sorts.descending("created"));
    }

    /** Returns the plans of a job that a start of a program has made or resumed, without their partitions, newest first. */
    public List<ImportPlan> findByStart(String job, String start) {
        return list(and(eq(JOB, job), eq("request.start", start)), Sorts.descending("created"));
    }

    /**
     * Returns the plans of a job that matter to an import of one file: of the same content, of the same path, and unfinished
     * ones of all files together; without their partitions, newest first.
     */
    public List<ImportPlan> findByFile(String job, String content, String path) {
        // The job is in each part, so that each has its index.
        Bson sameContent = and(eq(JOB, job), eq("identity.content", content));
        Bson samePath = and(eq(JOB, job), eq(ALONE, path));
        Bson together = and(eq(JOB, job), eq("state", ImportState.UNFINISHED.name()), eq(ALONE, null));
        return list(or(sameContent, samePath, together), Sorts.descending("created"));
    }

    /** Returns the plans of all jobs with a target that may have changed documents, without their partitions, oldest first. */
    public List<ImportPlan> findByTarget(String target) {
        return list(and(eq("identity.target", target), ne("cut", null)), Sorts.ascending("created"));
    }

    private List<ImportPlan> list(Bson filter, @Nullable Bson sort) {
        return retries.call(
                "read the plans", () -> plans.find(filter).sort(sort).into(new ArrayList<>()));
    }

    /**
     * Stores the plan unless its import has one already.
     *
     * @return whether its import has one now; false if another import of the job is unfinished
     */
    public boolean insertIfAbsent(ImportPlan plan) {
        try {
            retries.run("save the plan", () -> plans.insertOne(plan));
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                throw e;
            }
            return find(plan.key()).isPresent();
        }
    }

    /**
     * Saves the plan at the start of a run, with the partitions that the run has cut.
     *
     * <p>The new partitions are stored first, then the plan is switched to them, then the former ones are removed. So the
     * plan names a complete division at any time.
     *
     * @param sums of the input's blocks that a partition reads; called only if workers may claim the partitions
     */
    public void savePrepared(ImportPlan plan, Lease lease, Function<ImportPartition, List<StoredSums>> sums) {
        PlannedCut cut = Objects.requireNonNull(plan.cut());
        boolean shared = cut.version() != null;
        boolean hasFormer = SentTogether.result(
                () -> partitions.hasBefore(plan.key(), cut.run()),
                () -> partitions.insert(
                        plan.key(),
                        cut.run(),
                        plan.partitions(),
                        shared ? null : lease.token(),
                        shared ? sums : partition -> List.of()));
        Bson update = combine(
                set("jobInstanceId", plan.importNumber()),
                plan.idPrefix() == null ? unset("idPrefix") : set("idPrefix", plan.idPrefix()),
                set("request", plan.request()),
                set("inputs", plan.inputs()),
                set("cut", cut),
                // A new plan has none, and from here on they are documents of their own.
                unset("partitions"),
                set("sent", plan.sent()),
                plan.force() == null ? unset("force") : set("force", plan.force()),
                plan.deletions() == null ? unset("deletions") : set("deletions", plan.deletions()),
                set("sessions", List.of()));
        update("save the plan", plan.key(), lease, update);
        if (hasFormer) {
            partitions.removeBefore(plan.key(), cut.run());
        }
    }

    /** Saves whether a document may have been sent; called before the first one is. */
    public void saveSent(String key, boolean sent, Lease lease) {
        update("save that documents are sent", key, lease, set("sent", sent));
    }

    /** Saves the collection that the documents are loaded into. */
    public void saveStaging(String key, Staging staging, Lease lease) {
        update("save the staging collection", key, lease, set("staging", staging));
    }

    /** Saves that the collection into which an import that has ended loaded its documents is dropped. */
    public void saveDropped(String key) {
        retries.run("save that a collection is dropped", () -> plans.updateOne(eq(key), set(DROPPED, true)));
    }

    /** Returns whether a collection was loaded by an import into the target, and is being dropped. */
    public boolean isDropped(String target, String collection) {
        Bson dropped = and(eq("identity.target", target), eq("staging.collection", collection), eq(DROPPED, true));
        return retries.call("look for dropped collections", () -> plans.countDocuments(dropped)) > 0;
    }

    /** Saves what became of the documents that the input of a snapshot lacks. */
    public void saveDeletions(String key, Deletions deletions, Lease lease) {
        update("save the deletions", key, lease, set("deletions", deletions));
    }

    /**
     * Saves the result of a phase after the load, in place of the one before. Any process may run such a phase again, so no lease
     * is asked for; an import that was undone meanwhile keeps its former result.
     */
    public void save(long importNumber, PhaseResult result) {
        retries.run(
                "save the " + result.phase(),
                () -> plans.updateOne(
                        and(eq("jobInstanceId", importNumber), eq("state", ImportState.COMPLETED.name())),
                        set(result.phase(), result)));
    }

    /** Saves the id of a server session before documents are deleted by it. */
    public void addSession(String key, UUID session, Lease lease) {
        update("save a session", key, lease, push("sessions", session));
    }

    /**
     * Saves the end of an import, whose lease this process must own.
     *
     * @param state completed, abandoned or undone
     * @return the plan as it is stored now
     */
    public ImportPlan end(ImportPlan plan, ImportState state, Lease lease) {
        return end(plan, state, lease, List.of());
    }

    /**
     * As {@link #end(ImportPlan, ImportState, Lease)}.
     *
     * @param sessions server sessions in which this process saves what follows the end
     */
    public ImportPlan end(ImportPlan plan, ImportState state, Lease lease, List<UUID> sessions) {
        Bson update = combine(set("state", state), set("counts", plan.counts()), pushEach("sessions", sessions));
        update("save the end of the import", plan.key(), lease, update);
        if (plan.cut() != null && plan.cut().version() != null) {
            partitions.removeSums(plan.key());
        }
        if (plan.identity().isSnapshot()) {
            seenIds.remove(plan.importNumber());
        }
        return plan.ended(state);
    }

    /** Removes the plan of an import, if it exists, its partitions and its figures. This process must own its lease. */
    public void forget(String key, Lease lease) {
        requireOwned(key, lease);
        partitions.removeBefore(key, Long.MAX_VALUE);
        figures.remove(key);
        findWithoutPartitions(key)
                .filter(plan -> plan.kept() != null)
                .ifPresent(plan -> preImages.remove(plan.importNumber()));
        retries.run("remove the import", () -> plans.deleteOne(owned(key, lease)));
    }

    private void update(String doing, String key, Lease lease, Bson update) {
        UpdateResult result = retries.call(doing, () -> plans.updateOne(owned(key, lease), update));
        if (result.getMatchedCount() == 0) {
            throw takenOver(lease);
        }
    }

    /** Returns the filter for a plan that has this lease. */
    static Bson owned(String key, Lease lease) {
        return and(eq(key), LEASE.ownedBy(lease.token()));
    }

    /**
     * Saves that the files of a completed import were imported, of those that are not known yet.
     *
     * @param until when they are forgotten unless they are seen
     */
    public void saveFiles(ImportPlan plan, Instant until) {
        if (plan.state() != ImportState.COMPLETED || plan.identity().isUndo()) {
            return;
        }
        for (PlannedInput input : plan.inputs()) {
            fileOf(plan, input).ifPresent(id -> {
                ObjectMark mark = new ObjectMark(input.size(), input.modified(), null, input.version());
                files.saveIfAbsent(new KnownFile(
                        id, mark, FileState.COMPLETED, null, plan.importNumber(), plan.created(), until, null, false));
            });
        }
    }

    /**
     * Marks what is known of the files of an import as forgotten, so that they are imported again, unless another completed
     * import of the same content stands. A process that saves later that this import has imported them saves nothing.
     *
     * @param until when files that were not known are forgotten for good
     */
    public void forgetFiles(ImportPlan plan, Instant until) {
        List<ImportPlan> standing = findByJob(plan.identity().job()).stream()
                .filter(other -> other.state() == ImportState.COMPLETED
                        && other.importNumber() != plan.importNumber()
                        && other.identity().target().equals(plan.identity().target())
                        && !other.identity().isUndo())
                .toList();
        for (PlannedInput input : plan.inputs()) {
            fileOf(plan, input)
                    .ifPresent(file -> standing.stream()
                            .filter(other -> hasLoaded(other, file))
                            .findFirst()
                            .filter(other -> !other.identity().operation().equals(ImportIdentity.DELETE))
                            .ifPresent(other -> files.handOver(file, plan.importNumber(), other.importNumber())));
        }
        files.forget(plan.identity().job(), plan.importNumber());
        for (PlannedInput input : plan.inputs()) {
            fileOf(plan, input).ifPresent(id -> {
                ObjectMark mark = new ObjectMark(input.size(), input.modified(), null, input.version());
                files.saveIfAbsent(new KnownFile(
                        id, mark, FileState.FORGOTTEN, null, plan.importNumber(), plan.created(), until, null, false));
            });
        }
    }

    /** Returns whether an import has loaded a file, or, if it only adds documents, one of the same content. */
    private static boolean hasLoaded(ImportPlan plan, FileId file) {
        return plan.inputs().stream()
                .anyMatch(input ->
                        plan.digestOf(input).filter(file.content()::equals).isPresent()
                                && (plan.identity().onlyAdds() || input.path().equals(file.path())));
    }

    /** Returns the identity of a file of an import; empty if its digest is unknown. */
    private static Optional<FileId> fileOf(ImportPlan plan, PlannedInput input) {
        ImportIdentity identity = plan.identity();
        return plan.digestOf(input).map(digest -> new FileId(identity.job(), identity.target(), input.path(), digest));
    }

    /** Returns the retry policy of all operations. */
    public RetryBudget retries() {
        return retries;
    }

    /** Returns the plan of this key without its partitions. */
    public Optional<ImportPlan> findWithoutPartitions(String key) {
        return read(eq(key));
    }

    /** Returns the plan of this import without its partitions. */
    public Optional<ImportPlan> findWithoutPartitions(long importNumber) {
        return read(eq("jobInstanceId", importNumber));
    }

    /** Returns whether the run still imports partitions: it was not stopped, ended or replaced. */
    public boolean isOpen(String key, long run) {
        Bson open =
                and(eq(key), eq("state", ImportState.UNFINISHED.name()), eq("cut.run", run), eq("lease." + STOP, null));
        return retries.call("read the state of the import", () -> plans.countDocuments(open)) > 0;
    }

    /** Returns the numbers of partitions of the imports that run now and share their partitions with workers. */
    public List<SharedPartitions> sharedPartitions() {
        return retries.call(
                "count the partitions",
                () -> plans.aggregate(SHARED_PARTITIONS, SharedPartitions.class).into(new ArrayList<>()));
    }

    /** Returns whether a process that may be alive holds the lease. Nothing is claimed. */
    public boolean isHeld(String key) {
        return !held(List.of(key)).isEmpty();
    }

    /** Returns those of the keys whose lease is held, as {@link #isHeld}. */
    public Set<String> held(Collection<String> keys) {
        Bson notExpired = LEASE.alive();
        return list(and(in("_id", keys), notExpired), null).stream()
                .filter(plan -> plan.lease() != null && !plan.lease().ownerIsDead())
                .map(ImportPlan::key)
                .collect(Collectors.toSet());
    }

    /** Returns the import whose lease, which may have expired, has a target; empty if no import changes the target. */
    public Optional<ImportPlan> findChanging(String target) {
        return read(eq(CHANGES, target));
    }

    /**
     * Claims the lease for this process, unless its owner may be alive, or another lease has the same target. If this process
     * has it already, an attempt succeeded whose answer was lost. A target that the plan keeps stays with the lease.
     *
     * @return the plan with the lease, without its partitions
     */
    public Optional<ImportPlan> claim(String key, Lease mine, Duration duration) {
        Bson free = or(eq("lease", null), LEASE.freeFor(mine.token()));
        Optional<ImportPlan> claimed = claim(and(eq(key), free), mine, duration);
        return claimed.isPresent()
                ? claimed
                : read(eq(key))
                        .map(ImportPlan::lease)
                        .filter(Lease::ownerIsDead)
                        .flatMap(gone -> claim(and(eq(key), LEASE.ownedBy(gone.token())), mine, duration));
    }

    private Optional<ImportPlan> claim(Bson free, Lease mine, Duration duration) {
        Document expiry = new Document("expiresAt", ClaimFields.fromNow(duration));
        Document kept = new Document("changes", "$" + CHANGES);
        // The rest is replaced, so that no stop request for the former owner remains.
        Document lease = new Document("$mergeObjects", List.of(kept, ClaimFields.literal(mine), expiry));
        List<Bson> claim = List.of(new Document("$set", new Document("lease", lease)));
        return retries.call("claim the lease", () -> {
            try {
                return Optional.ofNullable(plans.findOneAndUpdate(free, claim, UPDATED));
            } catch (MongoCommandException e) {
                if (ErrorCategory.fromErrorCode(e.getErrorCode()) != ErrorCategory.DUPLICATE_KEY) {
                    throw e;
                }
                return Optional.empty();
            }
        });
    }

    /**
     * Renews the lease for its whole duration, by one attempt within the timeout.
     *
     * @return whether the owner is asked to stop
     */
    public boolean renew(String key, Lease lease, Duration duration, Duration timeout) {
        Bson renewal = new Document("$set", LEASE.renewal(duration));
        Document renewed = plans.withDocumentClass(Document.class)
                .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .findOneAndUpdate(owned(key, lease), List.of(renewal), RENEWED);
        if (renewed == null) {
            throw takenOver(lease);
        }
        return renewed.get("lease", new Document()).containsKey(STOP);
    }

    /**
     * Releases the lease.
     *
     * @param keepsTarget whether the plan keeps its target, so that no other import changes it before the sessions of this one
     *     are ended
     */
    public void release(String key, Lease lease, boolean keepsTarget) {
        Bson released = keepsTarget ? set(EXPIRY, Lease.RELEASED) : unset("lease");
        retries.run("release the lease", () -> plans.updateOne(owned(key, lease), released));
    }

    /**
     * Checks on the primary that this lease is still the present one.
     *
     * @throws LeaseLostException if not
     */
    public void requireOwned(String key, Lease lease) {
        if (read(owned(key, lease)).isEmpty()) {
            throw takenOver(lease);
        }
    }

    /**
     * Asks the owner of this lease to stop. The request is part of the lease and ends with it.
     *
     * @return whether the owner still has the lease
     */
    public boolean requestStop(String key, Lease lease) {
        return retries.call("request the stop", () -> plans.updateOne(owned(key, lease), set("lease." + STOP, true)))
                        .getMatchedCount()
                > 0;
    }

    @Override
    public void add(WriteRight right) {
        heldByToken.put(right.token(), right);
    }

    @Override
    public void remove(WriteRight right) {
        heldByToken.remove(right.token());
    }

    /**
     * Checks a token. Nothing is known about rights of other processes, and nothing is refused.
     *
     * @throws LeaseLostException if this process had the right of the token and has lost it
     */
    public void check(@Nullable String token) {
        WriteRight right = token == null ? null : heldByToken.get(token);
        if (right != null) {
            right.check();
        }
    }

    /** Marks the lease as lost, so that nothing more is written under it. */
    private LeaseLostException takenOver(Lease lease) {
        WriteRight held = heldByToken.get(lease.token());
        return held == null ? new LeaseLostException(LeaseLostException.TAKEN_OVER) : held.lost();
    }

    private static final List<Document> SHARED_PARTITIONS = List.of(
            Document.parse("{$match: {state: 'UNFINISHED', $expr: {$gt: ['$lease.expiresAt', '$$NOW']}}}"),
            Document.parse("""
                    {$lookup: {
                        from: '%s',
                        let: {import: '$_id', run: '$cut.run'},
                        pipeline: [
                            {$match: {
                                $expr: {$and: [{$eq: ['$_id.import', '$$import']}, {$eq: ['$_id.run', '$$run']}]},
                                $or: [{worker: {$ne: null}}, {token: null}]}},
                            {$group: {_id: {$toLower: %s}, count: {$sum: 1}}}],
                        as: 'partitions'}}""".formatted(PartitionStore.COLLECTION, MongoPartitionStore.STATE.toJson())),
            Document.parse("{$unwind: '$partitions'}"),
            Document.parse("{$group: {_id: {job: '$identity.job', state: '$partitions._id'},"
                    + " count: {$sum: '$partitions.count'}}}"),
            Document.parse("{$project: {_id: 0, job: '$_id.job', state: '$_id.state', count: 1}}"));
}
