package dev.mongohaul.repository.batch;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.mongohaul.mongo.RetryBudget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;

/** What Spring Batch keeps of an import, as a whole: its JobRepository has it one by one. Thread-safe; waits for the server. */
public final class BatchRecords {

    private static final String INSTANCE = "jobInstanceId";
    private static final String EXECUTION = "jobExecutionId";

    /** The first that is there: a try that was killed has no end. */
    private static final List<String> TIMES = List.of("endTime", "lastUpdated", "startTime", "createTime");

    private final MongoDatabase database;
    private final RetryBudget patience;

    public BatchRecords(MongoDatabase database, RetryBudget patience) {
        this.database = database.withWriteConcern(WriteConcern.MAJORITY).withReadPreference(ReadPreference.primary());
        this.patience = patience;
    }

    /**
     * The tries of an import.
     *
     * @param lastSeen when the last of them ended, or was last seen
     */
    public record Tries(long count, Instant lastSeen) {}

    /** The tries of some imports, by their numbers; those that had none are left out. */
    public Map<Long, Tries> triesOf(Collection<Long> jobInstanceIds) {
        Map<Long, Tries> tries = new HashMap<>();
        for (Document execution : executions(jobInstanceIds)) {
            Instant seen = time(execution).findFirst().orElse(Instant.EPOCH);
            tries.merge(
                    execution.getLong(INSTANCE),
                    new Tries(1, seen),
                    (some, more) -> new Tries(
                            some.count() + more.count(),
                            some.lastSeen().isAfter(more.lastSeen()) ? some.lastSeen() : more.lastSeen()));
        }
        return tries;
    }

    /** Those of some tries that are known, each with its import. */
    public Map<Long, Long> importsOf(Collection<Long> tries) {
        List<Document> known = patience.call(
                "look for runs",
                () -> executions()
                        .find(Filters.in(EXECUTION, tries))
                        .projection(Projections.include(EXECUTION, INSTANCE))
                        .into(new ArrayList<>()));
        return known.stream()
                .collect(Collectors.toMap(found -> found.getLong(EXECUTION), found -> found.getLong(INSTANCE)));
    }

    /**
     * Forgets an import: steps, tries, instance. Killed in between, it leaves a try without its steps, or an instance without
     * its tries, which nobody asks for any more, and which are removed when it is called again.
     */
    public void delete(long jobInstanceId) {
        List<Long> tries = executions(List.of(jobInstanceId)).stream()
                .map(execution -> execution.getLong(EXECUTION))
                .toList();
        delete(BatchSchema.STEP_EXECUTION, Filters.in(EXECUTION, tries));
        delete(BatchSchema.JOB_EXECUTION, Filters.eq(INSTANCE, jobInstanceId));
        delete(BatchSchema.JOB_INSTANCE, Filters.eq(INSTANCE, jobInstanceId));
    }

    private void delete(String collection, Bson which) {
        patience.run(
                "forget an import", () -> database.getCollection(collection).deleteMany(which));
    }

    private List<Document> executions(Collection<Long> jobInstanceIds) {
        List<String> fields =
                Stream.concat(Stream.of(INSTANCE, EXECUTION), TIMES.stream()).toList();
        return patience.call(
                "read the runs",
                () -> executions()
                        .find(Filters.in(INSTANCE, jobInstanceIds))
                        .projection(Projections.include(fields))
                        .into(new ArrayList<>()));
    }

    private MongoCollection<Document> executions() {
        return database.getCollection(BatchSchema.JOB_EXECUTION);
    }

    private static Stream<Instant> time(Document execution) {
        return TIMES.stream()
                .map(execution::getDate)
                .filter(Objects::nonNull)
                .map(Date::toInstant)
                .limit(1);
    }
}
