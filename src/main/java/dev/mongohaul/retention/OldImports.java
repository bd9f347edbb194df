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
import dev.mongohaul.repository.ImportPlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Finds imports that can be forgotten. Thread-safe; waits for a server in trouble.
 *
 * <p>Of each target of a job, the last completed import is needed, and whatever came after it: by them it is told whether
 * content is loaded, and a content that replaced others is loaded again where another came in between, if only in part. One
 * that is unfinished is needed whatever its age.
 */
public final class OldImports {

    /** Imports asked for at once. */
    static final int PAGE = 200;

    private static final String COLLECTION = "mongohaul_imports";
    private static final String JOB = "identity.job";
    private static final String TARGET = "identity.target";
    private static final String CREATED = "created";
    private static final String STATE = "state";

    private final MongoCollection<Document> plans;
    private final RetryBudget patience;

    public OldImports(MongoDatabase database, RetryBudget patience) {
        this.plans = database.getCollection(COLLECTION).withReadPreference(ReadPreference.primary());
        this.patience = patience;
    }

    /** All jobs that have an import. */
    public Set<String> jobs() {
        return patience.call(
                "list the jobs",
                () -> plans.distinct(JOB, Filters.type(JOB, BsonType.STRING), String.class)
                        .into(new TreeSet<>()));
    }

    /** Hands over those of a job that were planned before a time and that nothing needs any more, many at once, in their order. */
    public void forEach(String job, Instant before, Consumer<List<OldImport>> action) {
        Bson old = Filters.and(Filters.eq(JOB, job), Filters.lt(CREATED, Date.from(before)), Filters.nor(needed(job)));
        List<OldImport> page = page(old);
        while (!page.isEmpty()) {
            action.accept(page);
            page = page(Filters.and(old, after(page.get(page.size() - 1))));
        }
    }

    private List<OldImport> page(Bson which) {
        return patience.call(
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

    /** The files that unfinished imports read: of each job there is one at most. */
    public List<String> unfinishedInputs() {
        Bson unfinished = Filters.eq(STATE, ImportPlan.State.UNFINISHED.name());
        return patience.call(
                "look for unfinished imports",
                () -> plans.distinct("inputs.path", unfinished, String.class).into(new ArrayList<>()));
    }

    private List<Bson> needed(String job) {
        List<Bson> needed = new ArrayList<>();
        needed.add(Filters.eq(STATE, ImportPlan.State.UNFINISHED.name()));
        for (Document last : lastCompleted(job)) {
            needed.add(Filters.and(
                    Filters.eq(TARGET, last.getString("_id")), Filters.gte(CREATED, last.getDate(CREATED))));
        }
        return needed;
    }

    /** The time of the last completed import of each target. */
    private List<Document> lastCompleted(String job) {
        return patience.call(
                "look for completed imports",
                () -> plans.aggregate(List.of(
                                Aggregates.match(Filters.and(
                                        Filters.eq(JOB, job), Filters.eq(STATE, ImportPlan.State.COMPLETED.name()))),
                                Aggregates.group("$" + TARGET, Accumulators.max(CREATED, "$" + CREATED))))
                        .into(new ArrayList<>()));
    }
}
