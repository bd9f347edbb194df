package dev.mongohaul.retention;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Queries for imports that can be removed. Thread-safe; retries while the server is unavailable.
 *
 * <p>The last completed import into each target of a job, and all after it, are kept: they determine whether content
 * was loaded, and whether content that replaced other content has to be loaded again. Unfinished imports are kept at
 * any age, and so is what an unfinished undo takes back.
 */
final class OldImports {

    /** Imports that are read at once. */
    static final int PAGE = 200;

    private static final String JOB = "identity.job";
    private static final String TARGET = "identity.target";
    private static final String CREATED = "created";
    private static final String STATE = "state";
    private static final String ANY = "any";
    private static final Document UNLESS_OF_REJECTS =
            new Document("$cond", Arrays.asList("$ofRejects", null, "$" + CREATED));

    private final MongoCollection<Document> plans;
    private final RetryBudget retries;

    OldImports(MongoDatabase database, RetryBudget retries) {
        this.plans = database.getCollection(ImportPlans.COLLECTION).withReadPreference(ReadPreference.primary());
        this.retries = retries;
    }

    /** Returns all jobs that have an import. */
    Set<String> jobs() {
        return retries.call(
                "list the jobs",
                () -> plans.distinct(JOB, Filters.type(JOB, BsonType.STRING), String.class)
                        .into(new TreeSet<>()));
    }

    /**
     * Passes the imports of a job that were planned before a time and are no longer needed to an action, page by page
     * in their order.
     */
    void forEach(String job, Instant before, Consumer<List<OldImport>> action) {
        Bson old = Filters.and(Filters.eq(JOB, job), Filters.lt(CREATED, Date.from(before)), Filters.nor(needed(job)));
        List<OldImport> page = page(old);
        while (!page.isEmpty()) {
            action.accept(page);
            page = page(Filters.and(old, after(page.get(page.size() - 1))));
        }
    }

    private List<OldImport> page(Bson which) {
        return retries.call(
                "look for old imports",
                () -> plans.find(which)
                        .sort(Sorts.ascending(CREATED, "_id"))
                        .limit(PAGE)
                        .projection(Projections.include(CREATED))
                        .map(plan -> new OldImport(
                                plan.getString("_id"), plan.getDate(CREATED).toInstant()))
                        .into(new ArrayList<>()));
    }

    private static Bson after(OldImport last) {
        Date created = Date.from(last.created());
        return Filters.or(
                Filters.gt(CREATED, created), Filters.and(Filters.eq(CREATED, created), Filters.gt("_id", last.key())));
    }

    /** Returns the files that unfinished imports read; a job has at most one such import. */
    List<String> unfinishedInputs() {
        Bson unfinished = Filters.eq(STATE, ImportState.UNFINISHED.name());
        return retries.call(
                "look for unfinished imports",
                () -> plans.distinct("inputs.path", unfinished, String.class).into(new ArrayList<>()));
    }

    /**
     * Returns the numbers of the imports that an unfinished undo of a job takes back, even if its process was killed: without
     * their pre-images, and without the collections of a view, it could never be completed.
     */
    List<Long> neededByUndos(String job) {
        Bson undos = Filters.and(
                Filters.eq(JOB, job), Filters.eq(STATE, ImportState.UNFINISHED.name()), Filters.ne("undoes", null));
        return retries.call(
                "look for unfinished undos",
                () -> plans.distinct("undoes", undos, Long.class).into(new ArrayList<>()));
    }

    private List<Bson> needed(String job) {
        List<Bson> needed = new ArrayList<>();
        needed.add(Filters.eq(STATE, ImportState.UNFINISHED.name()));
        List<Long> undone = neededByUndos(job);
        if (!undone.isEmpty()) {
            needed.add(Filters.in("jobInstanceId", undone));
            needed.add(Filters.ne("staging", null));
        }
        for (Document last : lastCompleted(job)) {
            Date created = last.getDate(last.get(CREATED) == null ? ANY : CREATED);
            needed.add(Filters.and(Filters.eq(TARGET, last.getString("_id")), Filters.gte(CREATED, created)));
        }
        return needed;
    }

    /** Returns the time of the last completed import by target, without those of corrected rejects, and of any. */
    private List<Document> lastCompleted(String job) {
        return retries.call(
                "look for completed imports",
                () -> plans.aggregate(List.of(
                                Aggregates.match(Filters.and(
                                        Filters.eq(JOB, job),
                                        Filters.eq(STATE, ImportState.COMPLETED.name()),
                                        Filters.ne("identity.operation", ImportIdentity.UNDO))),
                                Aggregates.group(
                                        "$" + TARGET,
                                        Accumulators.max(CREATED, UNLESS_OF_REJECTS),
                                        Accumulators.max(ANY, "$" + CREATED))))
                        .into(new ArrayList<>()));
    }
}
