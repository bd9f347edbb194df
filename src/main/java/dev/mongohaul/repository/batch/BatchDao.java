package dev.mongohaul.repository.batch;

import static dev.mongohaul.repository.batch.BatchDocuments.CONTEXT;
import static dev.mongohaul.repository.batch.BatchDocuments.EXECUTION_ID;
import static dev.mongohaul.repository.batch.BatchDocuments.INSTANCE_ID;
import static dev.mongohaul.repository.batch.BatchDocuments.JOB;
import static dev.mongohaul.repository.batch.BatchDocuments.KEY;
import static dev.mongohaul.repository.batch.BatchDocuments.PARAMETERS;
import static dev.mongohaul.repository.batch.BatchDocuments.STATUS;
import static dev.mongohaul.repository.batch.BatchDocuments.STEP_ID;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.batch.BatchRepository.BatchSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.DefaultJobKeyGenerator;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.JobKeyGenerator;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.NoSuchJobException;
import org.springframework.batch.core.repository.dao.ExecutionContextDao;
import org.springframework.batch.core.repository.dao.JobExecutionDao;
import org.springframework.batch.core.repository.dao.JobInstanceDao;
import org.springframework.batch.core.repository.dao.StepExecutionDao;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Data access of Spring Batch on the MongoDB driver, with the documents of {@link BatchDocuments}. It does without Spring
 * Data's mapping, whose start takes a fifth of a short import. Thread-safe.
 *
 * <p>An execution is read with its instance and its context, by one command each, and a step with its context.
 */
@SuppressWarnings("removal") // of a method that Spring Batch's interface still has
final class BatchDao implements JobInstanceDao, JobExecutionDao, StepExecutionDao, ExecutionContextDao {

    private static final FindOneAndUpdateOptions NEXT =
            new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER);

    private final JobKeyGenerator keys = new DefaultJobKeyGenerator();
    private final MongoCollection<Document> instances;
    private final MongoCollection<Document> executions;
    private final MongoCollection<Document> steps;
    private final MongoCollection<Document> sequences;
    private final RetryBudget retryPolicy;

    BatchDao(MongoDatabase database, RetryBudget retryPolicy) {
        this.instances = database.getCollection(BatchSchema.JOB_INSTANCE);
        this.executions = database.getCollection(BatchSchema.JOB_EXECUTION);
        this.steps = database.getCollection(BatchSchema.STEP_EXECUTION);
        this.sequences = database.getCollection(BatchSchema.SEQUENCES);
        this.retryPolicy = retryPolicy;
    }

    /**
     * Returns the next number of a sequence, by one atomic update outside any session or transaction.
     *
     * <p>Spring Batch's own incrementer fails with write conflicts when jobs start in parallel (spring-batch issues 4960,
     * 5507). Retries may skip a number.
     */
    long next(String sequence) {
        return retryPolicy.call(
                "assign a number",
                () -> Objects.requireNonNull(
                                sequences.findOneAndUpdate(Filters.eq(sequence), Updates.inc("count", 1L), NEXT),
                                "upsert returns the document")
                        .getLong("count"));
    }

    // Instances

    /** The unique index refuses an instance that exists. */
    @Override
    public JobInstance createJobInstance(String jobName, JobParameters parameters) {
        long id = next(BatchSchema.JOB_INSTANCE);
        instances.insertOne(BatchDocuments.instance(id, jobName, keys.generateKey(parameters)));
        JobInstance instance = new JobInstance(id, jobName);
        instance.incrementVersion();
        return instance;
    }

    @Override
    public @Nullable JobInstance getJobInstance(String jobName, JobParameters parameters) {
        return findInstance(Filters.and(Filters.eq(JOB, jobName), Filters.eq(KEY, keys.generateKey(parameters))));
    }

    @Override
    public @Nullable JobInstance getJobInstance(long id) {
        return findInstance(Filters.eq(INSTANCE_ID, id));
    }

    @Override
    public @Nullable JobInstance getJobInstance(JobExecution execution) {
        return getJobInstance(execution.getJobInstanceId());
    }

    @Override
    public @Nullable JobInstance getLastJobInstance(String jobName) {
        return latestInstances(jobName).map(BatchDocuments::instance).first();
    }

    private @Nullable JobInstance findInstance(Bson filter) {
        return instances.find(filter).map(BatchDocuments::instance).first();
    }

    @Override
    public List<JobInstance> getJobInstances(String jobName, int start, int count) {
        return count == 0
                ? List.of()
                : latestInstances(jobName)
                        .skip(start)
                        .limit(count)
                        .map(BatchDocuments::instance)
                        .into(new ArrayList<>());
    }

    @Override
    public List<JobInstance> getJobInstances(String jobName) {
        return instances
                .find(Filters.eq(JOB, jobName))
                .map(BatchDocuments::instance)
                .into(new ArrayList<>());
    }

    private FindIterable<Document> latestInstances(String jobName) {
        return instances.find(Filters.eq(JOB, jobName)).sort(Sorts.descending(INSTANCE_ID));
    }

    @Override
    public List<Long> getJobInstanceIds(String jobName) {
        return getJobInstances(jobName).stream().map(JobInstance::getId).toList();
    }

    @Override
    public List<JobInstance> findJobInstancesByName(String jobName, int start, int count) {
        return getJobInstances(jobName, start, count);
    }

    @Override
    public List<String> getJobNames() {
        List<String> names = instances.distinct(JOB, String.class).into(new ArrayList<>());
        names.sort(null);
        return names;
    }

    @Override
    public long getJobInstanceCount(String jobName) throws NoSuchJobException {
        long count = instances.countDocuments(Filters.eq(JOB, jobName));
        if (count == 0) {
            throw new NoSuchJobException("No job instances were found for job name " + jobName);
        }
        return count;
    }

    @Override
    public void deleteJobInstance(JobInstance instance) {
        instances.deleteOne(Filters.eq(INSTANCE_ID, instance.getId()));
    }

    // Executions

    @Override
    public JobExecution createJobExecution(JobInstance instance, JobParameters parameters) {
        JobExecution execution = new JobExecution(next(BatchSchema.JOB_EXECUTION), instance, parameters);
        executions.insertOne(BatchDocuments.document(execution));
        return execution;
    }

    @Override
    public void updateJobExecution(JobExecution execution) {
        executions.replaceOne(is(execution), BatchDocuments.document(execution));
    }

    @Override
    public List<JobExecution> findJobExecutions(JobInstance instance) {
        return latestExecutions(instance)
                .map(stored -> BatchDocuments.execution(stored, instance))
                .into(new ArrayList<>());
    }

    @Override
    public @Nullable JobExecution getLastJobExecution(JobInstance instance) {
        return latestExecutions(instance)
                .map(stored -> BatchDocuments.execution(stored, instance))
                .first();
    }

    private FindIterable<Document> latestExecutions(JobInstance instance) {
        return executions.find(Filters.eq(INSTANCE_ID, instance.getId())).sort(Sorts.descending(EXECUTION_ID));
    }

    @Override
    public Set<JobExecution> findRunningJobExecutions(String jobName) {
        Map<Long, JobInstance> known = new HashMap<>();
        getJobInstances(jobName).forEach(instance -> known.put(instance.getId(), instance));
        Bson running = Filters.in(
                STATUS, BatchStatus.STARTING.name(), BatchStatus.STARTED.name(), BatchStatus.STOPPING.name());
        return executions
                .find(Filters.and(Filters.in(INSTANCE_ID, known.keySet()), running))
                .map(stored -> BatchDocuments.execution(
                        stored, Objects.requireNonNull(known.get(stored.getLong(INSTANCE_ID)))))
                .into(new HashSet<>());
    }

    @Override
    public @Nullable JobExecution getJobExecution(long id) {
        Document stored = executions.find(Filters.eq(EXECUTION_ID, id)).first();
        JobInstance instance = stored == null ? null : getJobInstance(stored.getLong(INSTANCE_ID));
        return instance == null ? null : BatchDocuments.execution(stored, instance);
    }

    /**
     * {@inheritDoc}
     *
     * <p>At each save of a step, Spring Batch checks whether another process requested a stop. It reads only the status.
     */
    @Override
    public void synchronizeStatus(JobExecution execution) {
        BatchStatus stored = status(executions, is(execution));
        if (stored != null && stored.isGreaterThan(execution.getStatus())) {
            execution.upgradeStatus(stored);
        }
    }

    private static @Nullable BatchStatus status(MongoCollection<Document> collection, Bson which) {
        return collection
                .find(which)
                .projection(Projections.include(STATUS))
                .map(stored -> BatchStatus.valueOf(stored.getString(STATUS)))
                .first();
    }

    @Override
    public void deleteJobExecution(JobExecution execution) {
        executions.deleteOne(is(execution));
    }

    @Override
    public void deleteJobExecutionParameters(JobExecution execution) {
        executions.updateOne(is(execution), Updates.set(PARAMETERS, List.of()));
    }

    private static Bson is(JobExecution execution) {
        return Filters.eq(EXECUTION_ID, execution.getId());
    }

    // Steps

    @Override
    public StepExecution createStepExecution(String name, JobExecution execution) {
        StepExecution step = new StepExecution(next(BatchSchema.STEP_EXECUTION), name, execution);
        steps.insertOne(BatchDocuments.document(step));
        return step;
    }

    @Override
    public void updateStepExecution(StepExecution step) {
        steps.replaceOne(is(step), BatchDocuments.document(step));
    }

    @Override
    public @Nullable StepExecution getStepExecution(long id) {
        Document stored = steps.find(Filters.eq(STEP_ID, id)).first();
        JobExecution execution = stored == null ? null : getJobExecution(stored.getLong(EXECUTION_ID));
        return execution == null ? null : BatchDocuments.step(stored, execution);
    }

    @Override
    public @Nullable StepExecution getStepExecution(JobExecution execution, long id) {
        return steps.find(Filters.eq(STEP_ID, id))
                .map(stored -> BatchDocuments.step(stored, execution))
                .first();
    }

    @Override
    public void synchronizeStatus(StepExecution step) {
        BatchStatus stored = status(steps, is(step));
        if (stored != null && stored.isGreaterThan(step.getStatus())) {
            step.upgradeStatus(stored);
        }
    }

    @Override
    public @Nullable StepExecution getLastStepExecution(JobInstance instance, String name) {
        Document last = steps.find(ofInstance(instance, name))
                .sort(Sorts.descending("createTime", STEP_ID))
                .first();
        Document execution = last == null
                ? null
                : executions
                        .find(Filters.eq(EXECUTION_ID, last.getLong(EXECUTION_ID)))
                        .first();
        return execution == null ? null : BatchDocuments.step(last, BatchDocuments.execution(execution, instance));
    }

    @Override
    public List<StepExecution> getStepExecutions(JobExecution execution) {
        return steps.find(is(execution))
                .map(stored -> BatchDocuments.step(stored, execution))
                .into(new ArrayList<>());
    }

    @Override
    public long countStepExecutions(JobInstance instance, String name) {
        return steps.countDocuments(ofInstance(instance, name));
    }

    @Override
    public void deleteStepExecution(StepExecution step) {
        steps.deleteOne(is(step));
    }

    private Bson ofInstance(JobInstance instance, String name) {
        List<Long> runs = latestExecutions(instance)
                .projection(Projections.include(EXECUTION_ID))
                .map(stored -> stored.getLong(EXECUTION_ID))
                .into(new ArrayList<>());
        return Filters.and(Filters.in(EXECUTION_ID, runs), Filters.eq("name", name));
    }

    private static Bson is(StepExecution step) {
        return Filters.eq(STEP_ID, step.getId());
    }

    // Contexts

    @Override
    public ExecutionContext getExecutionContext(JobExecution execution) {
        return context(executions, is(execution));
    }

    @Override
    public ExecutionContext getExecutionContext(StepExecution step) {
        return context(steps, is(step));
    }

    @Override
    public void saveExecutionContext(JobExecution execution) {
        executions.updateOne(
                is(execution), Updates.set(CONTEXT, BatchDocuments.document(execution.getExecutionContext())));
    }

    @Override
    public void saveExecutionContext(StepExecution step) {
        steps.updateOne(is(step), Updates.set(CONTEXT, BatchDocuments.document(step.getExecutionContext())));
    }

    @Override
    public void saveExecutionContexts(Collection<StepExecution> saved) {
        saved.forEach(this::saveExecutionContext);
    }

    @Override
    public void updateExecutionContext(JobExecution execution) {
        saveExecutionContext(execution);
    }

    @Override
    public void updateExecutionContext(StepExecution step) {
        saveExecutionContext(step);
    }

    @Override
    public void deleteExecutionContext(JobExecution execution) {
        executions.updateOne(is(execution), Updates.set(CONTEXT, BatchDocuments.document(new ExecutionContext())));
    }

    @Override
    public void deleteExecutionContext(StepExecution step) {
        steps.updateOne(is(step), Updates.set(CONTEXT, BatchDocuments.document(new ExecutionContext())));
    }

    private static ExecutionContext context(MongoCollection<Document> collection, Bson which) {
        Document stored =
                collection.find(which).projection(Projections.include(CONTEXT)).first();
        return stored == null ? new ExecutionContext() : BatchDocuments.context(stored);
    }
}
