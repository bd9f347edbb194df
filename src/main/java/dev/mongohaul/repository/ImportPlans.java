package dev.mongohaul.repository;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.result.UpdateResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The plans of all imports, in the collection {@value #COLLECTION}. Thread-safe.
 *
 * <p>Whoever runs an import writes only with the token of its lease in the filter: {@link LeaseLostException} tells that
 * somebody else has taken it over.
 */
public final class ImportPlans {

    static final String COLLECTION = "mongohaul_imports";

    private static final FindOneAndUpdateOptions UPDATED =
            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER);

    private final MongoCollection<ImportPlan> plans;

    public ImportPlans(MongoDatabase database) {
        this.plans = database.getCollection(COLLECTION, ImportPlan.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    /**
     * Makes the collection and its indexes where they are missing. One of them lets a job have one unfinished import at
     * a time: of two that begin at the same moment, the second finds the first.
     */
    public void createIndexes() {
        plans.createIndex(Indexes.ascending("identity.job", "created"));
        plans.createIndex(
                Indexes.ascending("identity.job"),
                new IndexOptions()
                        .name("oneUnfinished")
                        .unique(true)
                        .partialFilterExpression(eq("state", ImportPlan.State.UNFINISHED.name())));
        plans.createIndex(Indexes.ascending("jobInstanceId"));
    }

    public Optional<ImportPlan> find(String key) {
        return Optional.ofNullable(plans.find(eq(key)).first());
    }

    public Optional<ImportPlan> findByInstance(long jobInstanceId) {
        return Optional.ofNullable(
                plans.find(eq("jobInstanceId", jobInstanceId)).first());
    }

    /** All plans of a job, the newest first. */
    public List<ImportPlan> findByJob(String job) {
        return plans.find(eq("identity.job", job))
                .sort(Sorts.descending("created"))
                .into(new ArrayList<>());
    }

    /**
     * Stores the plan unless its import has one already.
     *
     * @return whether its import has one now; not so where another import of the job is unfinished
     */
    public boolean insertIfAbsent(ImportPlan plan) {
        try {
            plans.insertOne(plan);
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                throw e;
            }
            return find(plan.key()).isPresent();
        }
    }

    /** Whether somebody holds the lease, and may be alive; nothing is claimed to find out. */
    public boolean isHeld(String key) {
        Bson notExpired = expr(Document.parse("{$gt: ['$lease.expiresAt', '$$NOW']}"));
        return Optional.ofNullable(plans.find(and(eq(key), notExpired)).first())
                .map(ImportPlan::lease)
                .filter(lease -> !lease.ownerIsDead())
                .isPresent();
    }

    /** Gives this process the lease, unless its owner may still be alive. */
    Optional<Lease> claim(String key, Lease mine, Duration duration) {
        List<Bson> free = new ArrayList<>(
                List.of(eq("lease", null), expr(Document.parse("{$lt: ['$lease.expiresAt', '$$NOW']}"))));
        find(key)
                .map(ImportPlan::lease)
                .filter(Lease::ownerIsDead)
                .ifPresent(gone -> free.add(eq("lease.token", gone.token())));
        Document lease = new Document("token", new Document("$literal", mine.token()))
                .append("host", new Document("$literal", mine.host()))
                .append("pid", new Document("$literal", mine.pid()))
                .append("processStart", mine.processStart())
                .append("expiresAt", inServerTime(duration));
        Bson claim = new Document("$set", new Document("lease", lease));
        return Optional.ofNullable(plans.findOneAndUpdate(and(eq(key), or(free)), List.of(claim), UPDATED))
                .map(ImportPlan::lease);
    }

    void renew(String key, Lease lease, Duration duration) {
        Bson renewal = new Document("$set", new Document("lease.expiresAt", inServerTime(duration)));
        requireMatch(plans.updateOne(owned(key, lease), List.of(renewal)));
    }

    void release(String key, Lease lease) {
        plans.updateOne(owned(key, lease), unset("lease"));
    }

    /** Completes the plan at the start of a try. */
    public void savePrepared(ImportPlan plan, Lease lease) {
        Bson update = combine(
                set("jobInstanceId", plan.jobInstanceId()),
                plan.idPrefix() == null ? unset("idPrefix") : set("idPrefix", plan.idPrefix()),
                set("request", plan.request()),
                set("inputs", plan.inputs()),
                set("pieces", plan.pieces()));
        requireMatch(plans.updateOne(owned(plan.key(), lease), update));
    }

    /** Saves how far the piece at this index came. */
    void savePiece(String key, int index, Piece piece, Lease lease) {
        requireMatch(plans.updateOne(owned(key, lease), set("pieces." + index, piece)));
    }

    public void complete(String key, Lease lease) {
        requireMatch(plans.updateOne(owned(key, lease), set("state", ImportPlan.State.COMPLETED)));
    }

    /** Gives up an unfinished import; its lease must be this process's. */
    public void abandon(String key, Lease lease) {
        requireMatch(plans.updateOne(owned(key, lease), set("state", ImportPlan.State.ABANDONED)));
    }

    private static Document inServerTime(Duration duration) {
        return new Document("$add", List.of("$$NOW", duration.toMillis()));
    }

    private static Bson owned(String key, Lease lease) {
        return and(eq(key), eq("lease.token", lease.token()));
    }

    private static void requireMatch(UpdateResult result) {
        if (result.getMatchedCount() == 0) {
            throw LeaseLostException.takenOver();
        }
    }
}
