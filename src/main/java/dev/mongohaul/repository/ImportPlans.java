package dev.mongohaul.repository;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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
        this.plans = database.getCollection(COLLECTION, ImportPlan.class);
    }

    /** Makes the collection and its indexes where they are missing. */
    public void createIndexes() {
        plans.createIndex(Indexes.ascending("identity.job", "state"));
        plans.createIndex(Indexes.ascending("jobInstanceId"));
    }

    public Optional<ImportPlan> find(String key) {
        return Optional.ofNullable(plans.find(eq(key)).first());
    }

    public Optional<ImportPlan> findByInstance(long jobInstanceId) {
        return Optional.ofNullable(
                plans.find(eq("jobInstanceId", jobInstanceId)).first());
    }

    public List<ImportPlan> findByInstances(Collection<Long> jobInstanceIds) {
        return plans.find(in("jobInstanceId", jobInstanceIds)).into(new ArrayList<>());
    }

    /** All plans of a job, the newest first. */
    public List<ImportPlan> findByJob(String job) {
        return plans.find(eq("identity.job", job))
                .sort(Sorts.descending("created"))
                .into(new ArrayList<>());
    }

    /** Stores the plan unless its import has one already. */
    public void insertIfAbsent(ImportPlan plan) {
        try {
            plans.insertOne(plan);
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                throw e;
            }
        }
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
        requireMatch(plans.updateOne(owned(key, lease), List.of(renewal)).getMatchedCount(), key);
    }

    void release(String key, Lease lease) {
        plans.updateOne(owned(key, lease), unset("lease"));
    }

    /** Completes the plan at the start of a try. */
    public void savePrepared(ImportPlan plan, Lease lease) {
        Bson update = combine(
                set("jobInstanceId", plan.jobInstanceId()),
                plan.idPrefix() == null ? unset("idPrefix") : set("idPrefix", plan.idPrefix()),
                set("pieces", plan.pieces()));
        requireMatch(plans.updateOne(owned(plan.key(), lease), update).getMatchedCount(), plan.key());
    }

    /** Saves how far the piece at this index came. */
    void savePiece(String key, int index, Piece piece, Lease lease) {
        requireMatch(
                plans.updateOne(owned(key, lease), set("pieces." + index, piece))
                        .getMatchedCount(),
                key);
    }

    public void complete(String key, Lease lease) {
        requireMatch(
                plans.updateOne(owned(key, lease), set("state", ImportPlan.State.COMPLETED))
                        .getMatchedCount(),
                key);
    }

    /** Gives up an unfinished import; its lease must be this process's. */
    public void abandon(String key, Lease lease) {
        requireMatch(
                plans.updateOne(owned(key, lease), set("state", ImportPlan.State.ABANDONED))
                        .getMatchedCount(),
                key);
    }

    private static Document inServerTime(Duration duration) {
        return new Document("$add", List.of("$$NOW", duration.toMillis()));
    }

    private static Bson owned(String key, Lease lease) {
        return and(eq(key), eq("lease.token", lease.token()));
    }

    private static void requireMatch(long matched, String key) {
        if (matched == 0) {
            throw new LeaseLostException(key);
        }
    }
}
