package dev.mongohaul.repository.batch;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedCut;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
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
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.DefaultJobKeyGenerator;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;

/**
 * Queries and removal of all records that Spring Batch stores of an import, in few commands. Thread-safe; retries while
 * the server is unavailable.
 */
public final class BatchRecords {

    private static final String INSTANCE = "jobInstanceId";
    private static final String EXECUTION = "jobExecutionId";

    /** Fields with the end of a run, the first present one counts: a killed run has no end. */
    private static final List<String> TIMES = List.of("endTime", "lastUpdated", "startTime", "createTime");

    private final MongoDatabase database;
    private final RetryBudget retries;

    public BatchRecords(MongoDatabase database, RetryBudget retries) {
        this.database = database.withWriteConcern(WriteConcern.MAJORITY).withReadPreference(ReadPreference.primary());
        this.retries = retries;
    }

    /** Returns the totals by import, without imports that have no run. */
    public Map<Long, RunTotals> runsOf(Collection<Long> jobInstanceIds) {
        Map<Long, RunTotals> runs = new HashMap<>();
        for (Document execution : executions(jobInstanceIds)) {
            Instant seen = TIMES.stream()
                    .map(execution::getDate)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .map(Date::toInstant)
                    .orElse(Instant.EPOCH);
            runs.merge(
                    execution.getLong(INSTANCE),
                    new RunTotals(1, seen),
                    (some, more) -> new RunTotals(
                            some.count() + more.count(),
                            some.lastSeen().isAfter(more.lastSeen()) ? some.lastSeen() : more.lastSeen()));
        }
        return runs;
    }

    /** Returns those of the runs that are stored, each with its import. */
    public Map<Long, Long> importsOf(Collection<Long> runs) {
        List<Document> known = retries.call(
                "look for runs",
                () -> database.getCollection(BatchSchema.JOB_EXECUTION)
                        .find(Filters.in(EXECUTION, runs))
                        .projection(Projections.include(EXECUTION, INSTANCE))
                        .into(new ArrayList<>()));
        return known.stream()
                .collect(Collectors.toMap(found -> found.getLong(EXECUTION), found -> found.getLong(INSTANCE)));
    }

    /**
     * Removes the steps, runs and instance of an import. If the process is killed in between, a run without steps or an
     * instance without runs remains; it is never read, and removed by the next call.
     */
    public void delete(long jobInstanceId) {
        List<Long> runs = executions(List.of(jobInstanceId)).stream()
                .map(execution -> execution.getLong(EXECUTION))
                .toList();
        delete(BatchSchema.STEP_EXECUTION, Filters.in(EXECUTION, runs));
        delete(BatchSchema.JOB_EXECUTION, Filters.eq(INSTANCE, jobInstanceId));
        delete(BatchSchema.JOB_INSTANCE, Filters.eq(INSTANCE, jobInstanceId));
    }

    /**
     * Stores the JobInstance of an import, and its last run, if others have removed them. The steps and the settings of the run
     * are lost.
     *
     * @param ending of the run
     */
    public void restore(ImportPlan plan, BatchStatus status, ExitStatus ending) {
        PlannedCut cut = plan.cut();
        long number = plan.importNumber();
        if (cut == null || number == 0) {
            return;
        }
        String job = plan.identity().job();
        JobInstance instance = new JobInstance(number, job);
        JobExecution run = new JobExecution(cut.run(), instance, plan.identity().parameters());
        insert(
                BatchSchema.JOB_INSTANCE,
                BatchDocuments.instance(number, job, new DefaultJobKeyGenerator().generateKey(run.getJobParameters())));
        if (!executions(List.of(number)).isEmpty()) {
            return;
        }
        LocalDateTime created = LocalDateTime.ofInstant(plan.created(), ZoneId.systemDefault());
        run.setCreateTime(created);
        run.setStartTime(created);
        run.setEndTime(created);
        run.setLastUpdated(created);
        run.setStatus(status);
        run.setExitStatus(ending);
        insert(BatchSchema.JOB_EXECUTION, BatchDocuments.document(run));
    }

    /** Stores a document unless it is there. */
    private void insert(String collection, Document document) {
        retries.run("restore an import", () -> {
            try {
                database.getCollection(collection).insertOne(document);
            } catch (MongoWriteException e) {
                if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                    throw e;
                }
            }
        });
    }

    private void delete(String collection, Bson which) {
        retries.run("remove an import", () -> database.getCollection(collection).deleteMany(which));
    }

    private List<Document> executions(Collection<Long> jobInstanceIds) {
        List<String> fields =
                Stream.concat(Stream.of(INSTANCE, EXECUTION), TIMES.stream()).toList();
        return retries.call(
                "read the runs",
                () -> database.getCollection(BatchSchema.JOB_EXECUTION)
                        .find(Filters.in(INSTANCE, jobInstanceIds))
                        .projection(Projections.include(fields))
                        .into(new ArrayList<>()));
    }
}
