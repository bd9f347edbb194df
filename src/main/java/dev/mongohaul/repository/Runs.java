package dev.mongohaul.repository;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonType;
import org.bson.Document;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.repository.JobRepository;

/** Queries for runs in the JobRepository, with the plans of their imports. Thread-safe. */
public final class Runs {

    private final JobRepository repository;
    private final ImportPlans plans;
    private final MongoCollection<Document> executions;
    private final PastImports imports;

    public Runs(JobRepository repository, ImportPlans plans, RepositoryDatabase database) {
        this.repository = repository;
        this.plans = plans;
        this.executions = database.database().getCollection("BATCH_JOB_EXECUTION");
        this.imports = new PastImports(database.database(), this::find);
    }

    /** Returns the queries for summaries of imports. */
    public PastImports imports() {
        return imports;
    }

    public Optional<Run> find(long id) {
        return Optional.ofNullable(repository.getJobExecution(id)).map(this::run);
    }

    /** Returns the latest runs, newest first, by one query; the JobRepository can only iterate over all jobs. */
    public List<Run> recent(int limit) {
        List<Run> runs = new ArrayList<>();
        for (Document execution : executions
                .find(Filters.type("jobExecutionId", BsonType.INT64))
                .sort(Sorts.descending("jobExecutionId"))
                .limit(limit)
                .projection(Projections.include("jobExecutionId"))) {
            find(execution.getLong("jobExecutionId")).ifPresent(runs::add);
        }
        return runs;
    }

    /** Returns all runs of an import, oldest first. */
    public List<Run> runsOf(long jobInstanceId) {
        JobInstance instance = repository.getJobInstance(jobInstanceId);
        if (instance == null) {
            return List.of();
        }
        return repository.getJobExecutions(instance).stream()
                .map(JobExecution::getId)
                .sorted()
                .map(repository::getJobExecution)
                .filter(Objects::nonNull)
                .map(this::run)
                .toList();
    }

    private Run run(JobExecution execution) {
        return new Run(
                execution, plans.findByInstance(execution.getJobInstanceId()).orElse(null));
    }
}
