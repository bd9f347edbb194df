package dev.mongohaul.repository;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import dev.mongohaul.mongo.Patience;
import dev.mongohaul.repository.ImportLease.LeaseLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Leases in the plans of imports, in the server's time, and those that this process holds. Thread-safe. */
public final class PlanLeases {

    private static final String STOP = "stopRequested";
    private static final FindOneAndUpdateOptions UPDATED =
            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER);
    private static final FindOneAndUpdateOptions RENEWED =
            new FindOneAndUpdateOptions().projection(Projections.include("lease." + STOP));

    private final MongoCollection<ImportPlan> plans;
    private final Patience retryPolicy;
    private final Map<String, ImportLease> heldByToken = new ConcurrentHashMap<>();

    PlanLeases(MongoCollection<ImportPlan> plans, Patience retryPolicy) {
        this.plans = plans;
        this.retryPolicy = retryPolicy;
    }

    /** Returns the filter for a plan that has this lease. */
    static Bson owned(String key, Lease lease) {
        return and(eq(key), eq("lease.token", lease.token()));
    }

    /** Returns the retry policy of operations under a lease. */
    Patience retryPolicy() {
        return retryPolicy;
    }

    /** Returns whether a process that may be alive holds the lease. Nothing is claimed. */
    public boolean isHeld(String key) {
        return !held(List.of(key)).isEmpty();
    }

    /** Returns those of the keys whose lease is held, as {@link #isHeld}. */
    public Set<String> held(Collection<String> keys) {
        Bson notExpired = expr(Document.parse("{$gt: ['$lease.expiresAt', '$$NOW']}"));
        return retryPolicy
                .call(
                        "read the plans",
                        () -> plans.find(and(in("_id", keys), notExpired)).into(new ArrayList<>()))
                .stream()
                .filter(plan -> plan.lease() != null && !plan.lease().ownerIsDead())
                .map(ImportPlan::key)
                .collect(Collectors.toSet());
    }

    /**
     * Claims the lease for this process, unless its owner may be alive. If this process has it already, an attempt
     * succeeded whose answer was lost.
     */
    Optional<Lease> claim(String key, Lease mine, Duration duration) {
        List<Bson> free = new ArrayList<>(List.of(
                eq("lease", null),
                eq("lease.token", mine.token()),
                expr(Document.parse("{$lt: ['$lease.expiresAt', '$$NOW']}"))));
        read(eq(key))
                .map(ImportPlan::lease)
                .filter(Lease::ownerIsDead)
                .ifPresent(gone -> free.add(eq("lease.token", gone.token())));
        Document lease = new Document("token", new Document("$literal", mine.token()))
                .append("host", new Document("$literal", mine.host()))
                .append("processes", new Document("$literal", mine.processes()))
                .append("pid", new Document("$literal", mine.pid()))
                .append("processStart", mine.processStart())
                .append("expiresAt", inServerTime(duration));
        // It is replaced as a whole, so that no stop request for the former owner remains.
        List<Bson> claim = List.of(new Document("$unset", "lease"), new Document("$set", new Document("lease", lease)));
        return retryPolicy
                .call(
                        "claim the lease",
                        () -> Optional.ofNullable(plans.findOneAndUpdate(and(eq(key), or(free)), claim, UPDATED)))
                .map(ImportPlan::lease);
    }

    /**
     * Renews the lease for its whole duration, by one attempt within the timeout.
     *
     * @return whether the owner is asked to stop
     */
    boolean renew(String key, Lease lease, Duration duration, Duration timeout) {
        Bson renewal = new Document("$set", new Document("lease.expiresAt", inServerTime(duration)));
        Document renewed = plans.withDocumentClass(Document.class)
                .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .findOneAndUpdate(owned(key, lease), List.of(renewal), RENEWED);
        if (renewed == null) {
            throw takenOver(lease);
        }
        return renewed.get("lease", new Document()).containsKey(STOP);
    }

    void release(String key, Lease lease) {
        retryPolicy.run("release the lease", () -> plans.updateOne(owned(key, lease), unset("lease")));
    }

    /**
     * Checks on the primary that this lease is still the present one.
     *
     * @throws LeaseLostException if not
     */
    void requireOwned(String key, Lease lease) {
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
        return retryPolicy
                        .call("request the stop", () -> plans.updateOne(owned(key, lease), set("lease." + STOP, true)))
                        .getMatchedCount()
                > 0;
    }

    void add(ImportLease lease) {
        heldByToken.put(lease.lease().token(), lease);
    }

    void remove(ImportLease lease) {
        heldByToken.remove(lease.lease().token());
    }

    /**
     * Checks a token. Nothing is known about leases of other processes, and nothing is refused.
     *
     * @throws LeaseLostException if this process held the lease of the token and has lost it
     */
    public void check(@Nullable String token) {
        ImportLease lease = token == null ? null : heldByToken.get(token);
        if (lease != null) {
            lease.check();
        }
    }

    /** Marks the lease as lost, so that nothing is written under it any more. */
    LeaseLostException takenOver(Lease lease) {
        ImportLease held = heldByToken.get(lease.token());
        if (held != null) {
            held.takenOver();
        }
        return LeaseLostException.takenOver();
    }

    private Optional<ImportPlan> read(Bson filter) {
        return retryPolicy.call(
                "read the plan", () -> Optional.ofNullable(plans.find(filter).first()));
    }

    private static Document inServerTime(Duration duration) {
        return new Document("$add", List.of("$$NOW", duration.toMillis()));
    }
}
