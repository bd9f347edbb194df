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
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.repository.plan.ImportPlans;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bson.BsonType;
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

    /** Numbers of steps that are fetched at once. A process leaves the rest unused. */
    /** Spring Batch's own JobRepository takes its numbers from the same sequences. */
    private static final String SEQUENCE = "_SEQ";

    private static final int STEPS_AT_ONCE = 16;

    private static final FindOneAndUpdateOptions NEXT =
            new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER);

    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);

    private final JobKeyGenerator keys = new DefaultJobKeyGenerator();
    private final MongoCollection<Document> instances;
    private final MongoCollection<Document> executions;
    private final MongoCollection<Document> steps;
    private final MongoCollection<Document> plans;
    private final MongoCollection<Document> sequences;
    private final RetryBudget retries;

    /** Numbers of the first runs of imports that have none yet, by the numbers of the imports. */
    private final Map<Long, Long> firstRuns = new ConcurrentHashMap<>();

    private long nextStep;
    private int stepsLeft;

    BatchDao(MongoDatabase database, RetryBudget retries) {
        this.instances = database.getCollection(BatchSchema.JOB_INSTANCE);
        this.executions = database.getCollection(BatchSchema.JOB_EXECUTION);
        this.steps = database.getCollection(BatchSchema.STEP_EXECUTION);
        this.plans = database.getCollection(ImportPlans.COLLECTION);
        this.sequences = database.getCollection(BatchSchema.SEQUENCES);
        this.retries = retries;
    }

    /**
     * Returns the next number of a sequence, by one atomic update outside any session or transaction.
     *
     * <p>Spring Batch's own incrementer fails with write conflicts when jobs start in parallel (spring-batch issues 4960,
     * 5507). Retries may skip a number.
     */
    long next(String sequence) {
        return next(sequence, 1);
    }

    /** Returns the last one of the next numbers. */
    private long next(String sequence, long numbers) {
        long next = increment(sequence, numbers);
        // The sequence is new, or others have removed it.
        long used = next == numbers ? used(sequence) : 0;
        return used == 0 ? next : increment(sequence, used);
    }

    private long increment(String sequence, long numbers) {
        return retries.call(
                "assign a number",
                () -> Objects.requireNonNull(
                                sequences.findOneAndUpdate(
                                        Filters.eq(sequence + SEQUENCE), Updates.inc("count", numbers), NEXT),
                                "upsert returns the document")
                        .getLong("count"));
    }

    /** Returns the highest number of a sequence that a stored document has. */
    private long used(String sequence) {
        boolean ofImports = sequence.equals(BatchSchema.JOB_INSTANCE);
        boolean ofRuns = sequence.equals(BatchSchema.JOB_EXECUTION);
        if (ofImports) {
            return Math.max(last(instances, INSTANCE_ID), last(plans, INSTANCE_ID));
        }
        return ofRuns ? Math.max(last(executions, EXECUTION_ID), last(plans, "cut.run")) : last(steps, STEP_ID);
    }

    private long last(MongoCollection<Document> collection, String number) {
        return first(collection
                        .find(Filters.type(number, BsonType.INT64))
                        .sort(Sorts.descending(number))
                        .projection(Projections.include(number)))
                .map(found -> found.getEmbedded(List.of(number.split("\\.", -1)), Long.class))
                .orElse(0L);
    }

    /** Returns the number of a step, of those that this process has fetched. */
    private synchronized long nextStep() {
        long next = fetchSteps();
        nextStep++;
        stepsLeft--;
        return next;
    }

    /** Fetches numbers of steps if none are left, and returns the next one. */
    private synchronized long fetchSteps() {
        if (stepsLeft == 0) {
            nextStep = next(BatchSchema.STEP_EXECUTION, STEPS_AT_ONCE) - STEPS_AT_ONCE + 1;
            stepsLeft = STEPS_AT_ONCE;
        }
        return nextStep;
    }

    // Instances

    /** The unique index refuses an instance that exists. The numbers of its first run and of its steps are fetched, too. */
    @Override
    public JobInstance createJobInstance(String jobName, JobParameters parameters) {
        List<Long> numbers = SentTogether.results(
                List.of(() -> next(BatchSchema.JOB_INSTANCE), () -> next(BatchSchema.JOB_EXECUTION), this::fetchSteps));
        long id = numbers.get(0);
        instances.insertOne(BatchDocuments.instance(id, jobName, keys.generateKey(parameters)));
        firstRuns.put(id, numbers.get(1));
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
        return first(latestInstances(jobName)).map(BatchDocuments::instance).orElse(null);
    }

    private @Nullable JobInstance findInstance(Bson filter) {
        return first(instances.find(filter)).map(BatchDocuments::instance).orElse(null);
    }

    @Override
    public List<JobInstance> getJobInstances(String jobName, int start, int count) {
        return count == 0
                ? List.of()
                : all(latestInstances(jobName).skip(start).limit(count).map(BatchDocuments::instance));
    }

    @Override
    public List<JobInstance> getJobInstances(String jobName) {
        return all(instances.find(Filters.eq(JOB, jobName)).map(BatchDocuments::instance));
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
        return all(instances.distinct(JOB, String.class)).stream().sorted().toList();
    }

    @Override
    public long getJobInstanceCount(String jobName) throws NoSuchJobException {
        long count = count(instances, Filters.eq(JOB, jobName));
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
        JobExecution execution = newJobExecution(instance, parameters);
        saveJobExecution(execution);
        return execution;
    }

    /** Returns a run with a number, which is not stored. */
    JobExecution newJobExecution(JobInstance instance, JobParameters parameters) {
        Long known = firstRuns.remove(instance.getId());
        return new JobExecution(known == null ? next(BatchSchema.JOB_EXECUTION) : known, instance, parameters);
    }

    /** Saves a run, whether it is stored or not. */
    void saveJobExecution(JobExecution execution) {
        executions.replaceOne(is(execution), BatchDocuments.document(execution), new ReplaceOptions().upsert(true));
    }

    @Override
    public void updateJobExecution(JobExecution execution) {
        executions.replaceOne(is(execution), BatchDocuments.document(execution));
    }

    /**
     * Saves an execution unless the stored one has a status that prevails over its own, such as a request to stop.
     *
     * @return whether it is saved
     */
    boolean replaceUnlessOvertaken(JobExecution execution) {
        BatchStatus mine = execution.getStatus();
        List<String> prevailing = Stream.of(BatchStatus.values())
                .filter(stored -> stored.isGreaterThan(mine) && mine.upgradeTo(stored) != mine)
                .map(BatchStatus::name)
                .toList();
        Bson present = Filters.and(is(execution), Filters.nin(STATUS, prevailing));
        return executions
                        .replaceOne(present, BatchDocuments.document(execution))
                        .getMatchedCount()
                > 0;
    }

    @Override
    public List<JobExecution> findJobExecutions(JobInstance instance) {
        return all(latestExecutions(instance).map(stored -> BatchDocuments.execution(stored, instance)));
    }

    @Override
    public @Nullable JobExecution getLastJobExecution(JobInstance instance) {
        return first(latestExecutions(instance))
                .map(stored -> BatchDocuments.execution(stored, instance))
                .orElse(null);
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
        return Set.copyOf(all(executions
                .find(Filters.and(Filters.in(INSTANCE_ID, known.keySet()), running))
                .map(stored -> BatchDocuments.execution(
                        stored, Objects.requireNonNull(known.get(stored.getLong(INSTANCE_ID)))))));
    }

    @Override
    public @Nullable JobExecution getJobExecution(long id) {
        return first(executions.find(Filters.eq(EXECUTION_ID, id)))
                .flatMap(stored -> Optional.ofNullable(getJobInstance(stored.getLong(INSTANCE_ID)))
                        .map(instance -> BatchDocuments.execution(stored, instance)))
                .orElse(null);
    }

    /**
     * {@inheritDoc}
     *
     * <p>At each save of a step, Spring Batch checks whether another process requested a stop. It reads only the status.
     */
    @Override
    public void synchronizeStatus(JobExecution execution) {
        status(executions, is(execution))
                .filter(stored -> stored.isGreaterThan(execution.getStatus()))
                .ifPresent(execution::upgradeStatus);
    }

    private Optional<BatchStatus> status(MongoCollection<Document> collection, Bson which) {
        return first(collection.find(which).projection(Projections.include(STATUS)))
                .map(stored -> BatchStatus.valueOf(stored.getString(STATUS)));
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
        StepExecution step = newStepExecution(name, execution);
        saveStepExecution(step);
        return step;
    }

    /** Returns a step with a number, which is not stored. */
    StepExecution newStepExecution(String name, JobExecution execution) {
        return new StepExecution(nextStep(), name, execution);
    }

    /** Saves a step, whether it is stored or not. */
    void saveStepExecution(StepExecution step) {
        steps.replaceOne(is(step), BatchDocuments.document(step), new ReplaceOptions().upsert(true));
    }

    /** Saves the documents of steps by one command, whether they are stored or not. */
    void saveSteps(Collection<Document> saved) {
        if (!saved.isEmpty()) {
            steps.bulkWrite(
                    saved.stream()
                            .map(step -> new ReplaceOneModel<>(
                                    Filters.eq(STEP_ID, step.get(STEP_ID)), step, new ReplaceOptions().upsert(true)))
                            .toList(),
                    ANY_ORDER);
        }
    }

    @Override
    public void updateStepExecution(StepExecution step) {
        steps.replaceOne(is(step), BatchDocuments.document(step));
    }

    @Override
    public @Nullable StepExecution getStepExecution(long id) {
        return first(steps.find(Filters.eq(STEP_ID, id)))
                .flatMap(stored -> Optional.ofNullable(getJobExecution(stored.getLong(EXECUTION_ID)))
                        .map(execution -> BatchDocuments.step(stored, execution)))
                .orElse(null);
    }

    @Override
    public @Nullable StepExecution getStepExecution(JobExecution execution, long id) {
        return first(steps.find(Filters.eq(STEP_ID, id)))
                .map(stored -> BatchDocuments.step(stored, execution))
                .orElse(null);
    }

    @Override
    public void synchronizeStatus(StepExecution step) {
        status(steps, is(step))
                .filter(stored -> stored.isGreaterThan(step.getStatus()))
                .ifPresent(step::upgradeStatus);
    }

    @Override
    public @Nullable StepExecution getLastStepExecution(JobInstance instance, String name) {
        return first(steps.find(ofInstance(instance, name)).sort(Sorts.descending("createTime", STEP_ID)))
                .flatMap(last -> first(executions.find(Filters.eq(EXECUTION_ID, last.getLong(EXECUTION_ID))))
                        .map(stored -> BatchDocuments.step(last, BatchDocuments.execution(stored, instance))))
                .orElse(null);
    }

    @Override
    public List<StepExecution> getStepExecutions(JobExecution execution) {
        return all(steps.find(is(execution)).map(stored -> BatchDocuments.step(stored, execution)));
    }

    @Override
    public long countStepExecutions(JobInstance instance, String name) {
        return count(steps, ofInstance(instance, name));
    }

    @Override
    public void deleteStepExecution(StepExecution step) {
        steps.deleteOne(is(step));
    }

    private Bson ofInstance(JobInstance instance, String name) {
        List<Long> runs = all(latestExecutions(instance)
                .projection(Projections.include(EXECUTION_ID))
                .map(stored -> stored.getLong(EXECUTION_ID)));
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

    private ExecutionContext context(MongoCollection<Document> collection, Bson which) {
        return first(collection.find(which).projection(Projections.include(CONTEXT)))
                .map(BatchDocuments::context)
                .orElseGet(ExecutionContext::new);
    }

    private Optional<Document> first(FindIterable<Document> found) {
        return read(() -> Optional.ofNullable(found.first()));
    }

    private <T> List<T> all(MongoIterable<T> found) {
        return read(() -> found.into(new ArrayList<>()));
    }

    private long count(MongoCollection<Document> collection, Bson which) {
        return read(() -> collection.countDocuments(which));
    }

    private <T> T read(Supplier<T> query) {
        return retries.call("read the JobRepository", query);
    }
}
