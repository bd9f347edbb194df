package dev.mongohaul.repository;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.result.UpdateResult;
import dev.mongohaul.mongo.Patience;
import dev.mongohaul.repository.ImportLease.LeaseLostException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Store of the plans of all imports, in the collection {@value #COLLECTION}. Thread-safe.
 *
 * <p>Updates of a running import filter by the token of its lease, and throw {@link LeaseLostException} if another
 * process has taken it over. All but renewals are retried while the server is unavailable, as long as the {@link
 * Patience} allows; all of them are idempotent.
 */
public final class ImportPlans {

    static final String COLLECTION = "mongohaul_imports";

    private final MongoCollection<ImportPlan> plans;
    private final Patience retryPolicy;
    private final PlanLeases leases;

    /** Store without retries. */
    public ImportPlans(MongoDatabase database) {
        this(database, Patience.NONE);
    }

    public ImportPlans(MongoDatabase database, Patience retryPolicy) {
        this.retryPolicy = retryPolicy;
        this.plans = database.getCollection(COLLECTION, ImportPlan.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.leases = new PlanLeases(plans, retryPolicy);
    }

    /**
     * Creates the collection and its indexes if they are missing. One of them allows a job one unfinished import at a
     * time: of two that begin at the same moment, the second finds the first.
     */
    public void createIndexes() {
        IndexOptions oneUnfinished = new IndexOptions()
                .name("oneUnfinished")
                .unique(true)
                .partialFilterExpression(eq("state", ImportPlan.State.UNFINISHED.name()));
        plans.createIndexes(List.of(
                new IndexModel(Indexes.ascending("identity.job", "created")),
                new IndexModel(Indexes.ascending("identity.job"), oneUnfinished),
                new IndexModel(Indexes.ascending("jobInstanceId"))));
    }

    /** Returns the leases of the plans. */
    public PlanLeases leases() {
        return leases;
    }

    public Optional<ImportPlan> find(String key) {
        return read(() -> plans.find(eq(key)).first());
    }

    /** Returns the plans of these keys, oldest first. */
    public List<ImportPlan> findAll(Collection<String> keys) {
        return retryPolicy.call(
                "read the plans",
                () -> plans.find(in("_id", keys))
                        .sort(Sorts.ascending("created", "_id"))
                        .into(new ArrayList<>()));
    }

    public Optional<ImportPlan> findByInstance(long jobInstanceId) {
        return read(() -> plans.find(eq("jobInstanceId", jobInstanceId)).first());
    }

    /** Returns all plans of a job, newest first. */
    public List<ImportPlan> findByJob(String job) {
        return retryPolicy.call(
                "read the plans",
                () -> plans.find(eq("identity.job", job))
                        .sort(Sorts.descending("created"))
                        .into(new ArrayList<>()));
    }

    /**
     * Stores the plan unless its import has one already.
     *
     * @return whether its import has one now; false if another import of the job is unfinished
     */
    public boolean insertIfAbsent(ImportPlan plan) {
        try {
            retryPolicy.run("save the plan", () -> plans.insertOne(plan));
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                throw e;
            }
            return find(plan.key()).isPresent();
        }
    }

    /** Saves the plan at the start of a run. */
    public void savePrepared(ImportPlan plan, Lease lease) {
        Bson update = combine(
                set("jobInstanceId", plan.jobInstanceId()),
                plan.idPrefix() == null ? unset("idPrefix") : set("idPrefix", plan.idPrefix()),
                set("request", plan.request()),
                set("inputs", plan.inputs()),
                set("pieces", plan.partitions()),
                set("sessions", List.of()));
        update("save the plan", plan.key(), lease, update);
    }

    /** Saves the id of a server session before the run changes documents by it, so that a later run can end it. */
    public void addSession(String key, UUID session, Lease lease) {
        update("save a session", key, lease, push("sessions", session));
    }

    /** Saves the progress of the partition at this index. */
    void savePartition(String key, int index, ImportPartition partition, Lease lease) {
        Bson update = combine(set("pieces." + index, partition), set("touched", Instant.now()));
        update("save the checkpoint", key, lease, update);
    }

    /** Saves whether a document may have been sent; called before the first one is. */
    public void saveSent(String key, boolean sent, Lease lease) {
        update("save that documents are sent", key, lease, set("sent", sent));
    }

    public void complete(String key, Lease lease) {
        update("save the end of the import", key, lease, set("state", ImportPlan.State.COMPLETED));
    }

    /** Abandons an unfinished import, whose lease this process must own. */
    public void abandon(String key, Lease lease) {
        update("save the end of the import", key, lease, set("state", ImportPlan.State.ABANDONED));
    }

    /** Removes the plan of an import, if it exists. This process must own its lease. */
    public void forget(String key, Lease lease) {
        retryPolicy.run("remove the import", () -> plans.deleteOne(PlanLeases.owned(key, lease)));
    }

    private Optional<ImportPlan> read(Supplier<@Nullable ImportPlan> query) {
        return retryPolicy.call("read the plan", () -> Optional.ofNullable(query.get()));
    }

    private void update(String doing, String key, Lease lease, Bson update) {
        UpdateResult result = retryPolicy.call(doing, () -> plans.updateOne(PlanLeases.owned(key, lease), update));
        if (result.getMatchedCount() == 0) {
            throw leases.takenOver(lease);
        }
    }
}
