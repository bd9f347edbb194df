package dev.mongohaul.repository.batch;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.ImportLease.Lease;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.batch.BatchRepository.BatchSchema;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.dao.ExecutionContextDao;
import org.springframework.batch.core.repository.dao.JobExecutionDao;
import org.springframework.batch.core.repository.dao.JobInstanceDao;
import org.springframework.batch.core.repository.dao.StepExecutionDao;
import org.springframework.batch.core.repository.dao.mongodb.MongoJobExecutionDao;
import org.springframework.batch.core.repository.support.SimpleJobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.data.mongodb.core.MongoOperations;

/**
 * JobRepository that saves a running step at most once per interval, and at every change of its status. Thread-safe.
 *
 * <p>Spring Batch saves a step after each chunk, by four round trips, the largest cost of a chunk. An import resumes
 * from its partitions and not from this state, so that an older state of a running step loses nothing. A stop request
 * of another process is seen when a step is saved.
 *
 * <p>A step whose state could not be saved once is UNKNOWN in Spring Batch, which never restarts it. Here it is FAILED,
 * since partitions can be restarted.
 *
 * <p>Saving is retried while the server is unavailable, and so is the beginning of a step, whose incomplete records are
 * deleted first. The beginning of a run is not: it fails, with nothing done yet.
 *
 * <p>A process that has lost the lease of an import saves nothing of its runs any more, since its successor has
 * corrected them. It uses its own clock, with a third of the lease to spare: Spring Batch's writes cannot filter by the
 * lease on the server. A late write can only be the state of a run that has ended, which the next run corrects again.
 */
final class ThrottledJobRepository extends SimpleJobRepository {

    private final StepExecutionDao steps;
    private final long intervalNanos;
    private final ImportPlans plans;
    private final RetryBudget retryPolicy;
    private final Map<Long, Long> savedByStep = new ConcurrentHashMap<>();

    ThrottledJobRepository(
            JobInstanceDao instances,
            JobExecutionDao executions,
            StepExecutionDao steps,
            ExecutionContextDao contexts,
            Duration interval,
            ImportPlans plans,
            RetryBudget retryPolicy) {
        super(instances, executions, steps, contexts);
        this.steps = steps;
        this.intervalNanos = interval.toNanos();
        this.plans = plans;
        this.retryPolicy = retryPolicy;
    }

    @Override
    public JobInstance createJobInstance(String jobName, JobParameters parameters) {
        return retryPolicy.call("begin the import", () -> {
            JobInstance made = getJobInstance(jobName, parameters);
            return made == null ? super.createJobInstance(jobName, parameters) : made;
        });
    }

    @Override
    public StepExecution createStepExecution(String name, JobExecution execution) {
        AtomicBoolean attempted = new AtomicBoolean();
        return retryPolicy.call("begin the step " + name, () -> {
            requireLease(execution);
            if (attempted.getAndSet(true)) {
                steps.getStepExecutions(execution).stream()
                        .filter(step -> step.getStepName().equals(name))
                        .forEach(this::deleteStepExecution);
            }
            return super.createStepExecution(name, execution);
        });
    }

    @Override
    public void update(JobExecution execution) {
        if (execution.getStatus() == BatchStatus.UNKNOWN) {
            execution.setStatus(BatchStatus.FAILED);
        }
        execution.getStepExecutions().forEach(ThrottledJobRepository::makeKnown);
        save("save the state of the run", execution, () -> super.update(execution));
    }

    @Override
    public void update(StepExecution step) {
        makeKnown(step);
        if (due(step)) {
            save("save the state of the step", step.getJobExecution(), () -> super.update(step));
            remember(step);
        }
    }

    @Override
    public void updateExecutionContext(StepExecution step) {
        if (due(step)) {
            save("save the state of the step", step.getJobExecution(), () -> super.updateExecutionContext(step));
        }
    }

    @Override
    public void updateExecutionContext(JobExecution execution) {
        save("save the state of the run", execution, () -> super.updateExecutionContext(execution));
    }

    private static void makeKnown(StepExecution step) {
        if (step.getStatus() == BatchStatus.UNKNOWN) {
            step.setStatus(BatchStatus.FAILED);
        }
    }

    private void save(String doing, JobExecution execution, Runnable saving) {
        retryPolicy.run(doing, () -> {
            requireLease(execution);
            saving.run();
        });
    }

    private void requireLease(JobExecution execution) {
        plans.check(execution.getJobParameters().getString(Lease.PARAMETER));
    }

    /** Remembers when a running step was saved, and forgets ended ones, since a process may run for years. */
    private void remember(StepExecution step) {
        if (step.getStatus() == BatchStatus.STARTED) {
            savedByStep.put(step.getId(), System.nanoTime());
        } else {
            savedByStep.remove(step.getId());
        }
    }

    private boolean due(StepExecution step) {
        Long savedAtNanos = savedByStep.get(step.getId());
        return savedAtNanos == null
                || step.getStatus() != BatchStatus.STARTED
                || System.nanoTime() - savedAtNanos >= intervalNanos;
    }

    /**
     * DAO of job executions that reads only the status if no more is needed. Thread-safe.
     *
     * <p>At each save of a step, Spring Batch checks whether another process requested a stop. Its own DAO reads the
     * execution and its instance for that, a quarter of the round trips of a short import.
     */
    static final class StatusReadingDao extends MongoJobExecutionDao {

        private final MongoCollection<Document> executions;

        StatusReadingDao(MongoOperations operations) {
            super(operations);
            this.executions = operations.getCollection(BatchSchema.JOB_EXECUTION);
        }

        @Override
        public void synchronizeStatus(JobExecution execution) {
            Document stored = executions
                    .find(Filters.eq("jobExecutionId", execution.getId()))
                    .projection(Projections.include("status"))
                    .first();
            if (stored != null) {
                BatchStatus status = BatchStatus.valueOf(stored.getString("status"));
                if (status.isGreaterThan(execution.getStatus())) {
                    execution.upgradeStatus(status);
                }
            }
        }
    }
}
