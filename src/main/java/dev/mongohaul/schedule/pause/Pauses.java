package dev.mongohaul.schedule.pause;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoServerException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.lease.ClaimFields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Store of the pauses of all schedules, {@value #COLLECTION}: one document for each job that was ever paused, with its last
 * pauses. All processes that serve the JobRepository read it. Thread-safe; retries while the server is unavailable.
 */
public final class Pauses {

    private static final String COLLECTION = "mongohaul_pauses";
    private static final String FROM = "from";
    private static final String BY = "by";
    private static final String UNTIL = "until";
    private static final String RESUMED_BY = "resumedBy";
    private static final String PAST = "past";

    /** Past pauses of a job that are kept: a process that starts must not take their slots for missed ones. */
    private static final int KEPT = 50;

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoCollection<Document> pauses;
    private final RetryBudget retries;

    public Pauses(MongoDatabase database, RetryBudget retries) {
        this.pauses = database.getCollection(COLLECTION)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.retries = retries;
    }

    /**
     * Pauses the schedule of a job: no further slot begins, in any process. An import that runs, and a slot that waits for
     * its files, go on.
     *
     * @param by null if that is unknown
     * @return whether it was not paused before
     */
    public boolean pause(String job, @Nullable String by, Instant at) {
        Bson paused =
                Updates.combine(Updates.set(FROM, Date.from(at)), by == null ? Updates.unset(BY) : Updates.set(BY, by));
        try {
            retries.run(
                    "pause the schedule", () -> pauses.updateOne(and(eq(job), exists(FROM, false)), paused, UPSERT));
            return true;
        } catch (MongoServerException e) {
            if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Resumes the schedule of a job, from its next slot on. Slots of the pause are not run, and are not missed.
     *
     * @return whether it was paused
     */
    public boolean resume(String job, @Nullable String by, Instant at) {
        Document over = new Document(FROM, "$" + FROM)
                .append(BY, "$" + BY)
                .append(UNTIL, Date.from(at))
                .append(RESUMED_BY, by == null ? "$$REMOVE" : ClaimFields.literal(by));
        Document past = new Document(
                "$concatArrays", List.of(new Document("$ifNull", List.of("$" + PAST, List.of())), List.of(over)));
        List<Document> resumed = List.of(
                new Document("$set", new Document(PAST, new Document("$slice", List.of(past, -KEPT)))),
                new Document("$unset", List.of(FROM, BY)));
        return retries.call("resume the schedule", () -> pauses.updateOne(and(eq(job), exists(FROM)), resumed))
                        .getMatchedCount()
                > 0;
    }

    /** Returns the present pauses by job. */
    public Map<String, Pause> present() {
        Map<String, Pause> present = new HashMap<>();
        find(exists(FROM)).forEach(job -> present.put(job.getString("_id"), pause(job)));
        return present;
    }

    /** Returns the present pause of a job, if it is paused. */
    public Optional<Pause> present(String job) {
        return all(job).stream().filter(pause -> pause.until() == null).findFirst();
    }

    /** Returns the last pauses of a job, the present one included. */
    public List<Pause> all(String job) {
        return find(eq(job)).stream()
                .flatMap(found -> Stream.concat(
                        found.containsKey(FROM) ? Stream.of(pause(found)) : Stream.empty(),
                        found.getList(PAST, Document.class, List.of()).stream().map(Pauses::pause)))
                .toList();
    }

    private List<Document> find(Bson which) {
        return retries.call("read the pauses", () -> pauses.find(which).into(new ArrayList<>()));
    }

    private static Pause pause(Document stored) {
        Date until = stored.getDate(UNTIL);
        return new Pause(
                stored.getDate(FROM).toInstant(),
                stored.getString(BY),
                until == null ? null : until.toInstant(),
                stored.getString(RESUMED_BY));
    }
}
