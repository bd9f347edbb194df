package dev.mongohaul.repository.batch;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.plan.ImportPlans;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.support.SimpleJobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

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
 * <p>Reads and saves are retried while the server is unavailable, and so is the beginning of a step, whose incomplete
 * records are deleted first. The beginning of a run is not: it fails, with nothing done yet.
 *
 * <p>A process that has lost the lease of an import saves nothing more of its runs, since its successor has
 * corrected them. It uses its own clock, with a third of the lease to spare: Spring Batch's writes cannot filter by the
 * lease on the server. A late write can only be the state of a run that has ended, which the next run corrects again.
 */
final class ThrottledJobRepository extends SimpleJobRepository {

    private final BatchDao records;
    private final long intervalNanos;
    private final ImportPlans plans;
    private final RetryBudget retries;
    private final Map<Long, SavedStep> savedByStep = new ConcurrentHashMap<>();

    ThrottledJobRepository(BatchDao records, Duration interval, ImportPlans plans, RetryBudget retries) {
        super(records, records, records, records);
        this.records = records;
        this.intervalNanos = interval.toNanos();
        this.plans = plans;
        this.retries = retries;
    }

    @Override
    public JobInstance createJobInstance(String jobName, JobParameters parameters) {
        AtomicBoolean attempted = new AtomicBoolean();
        return retries.call("begin the import", () -> {
            JobInstance made = attempted.getAndSet(true) ? getJobInstance(jobName, parameters) : null;
            return made == null ? super.createJobInstance(jobName, parameters) : made;
        });
    }

    /** A context without values is stored with the execution already. */
    @Override
    public JobExecution createJobExecution(JobInstance instance, JobParameters parameters, ExecutionContext context) {
        if (!context.isEmpty()) {
            return super.createJobExecution(instance, parameters, context);
        }
        JobExecution execution = records.createJobExecution(instance, parameters);
        instance.addJobExecution(execution);
        return execution;
    }

    @Override
    public StepExecution createStepExecution(String name, JobExecution execution) {
        AtomicBoolean attempted = new AtomicBoolean();
        return retries.call("begin the step " + name, () -> {
            requireLease(execution);
            if (attempted.getAndSet(true)) {
                records.getStepExecutions(execution).stream()
                        .filter(step -> step.getStepName().equals(name))
                        .forEach(this::deleteStepExecution);
            }
            StepExecution step = records.createStepExecution(name, execution);
            execution.addStepExecution(step);
            return step;
        });
    }

    /** Instance and context are read with the execution. */
    @Override
    protected void fillJobExecutionDependencies(JobExecution execution) {
        execution.addStepExecutions(records.getStepExecutions(execution));
    }

    /** The context is read with the step. */
    @Override
    protected void fillStepExecutionDependencies(StepExecution step) {}

    @Override
    public void update(JobExecution execution) {
        if (execution.getStatus() == BatchStatus.UNKNOWN) {
            execution.setStatus(BatchStatus.FAILED);
        }
        execution.getStepExecutions().forEach(ThrottledJobRepository::makeKnown);
        save("save the state of the run", execution, () -> super.update(execution));
        if (execution.getEndTime() != null) {
            execution.getStepExecutions().forEach(step -> savedByStep.remove(step.getId()));
        }
    }

    @Override
    public void update(StepExecution step) {
        makeKnown(step);
        step.getExecutionContext().clearDirtyFlag();
        if (due(step)) {
            save("save the state of the step", step.getJobExecution(), () -> super.update(step));
            savedByStep.put(step.getId(), new SavedStep(System.nanoTime(), BatchDocuments.state(step)));
        }
    }

    /** Saves nothing: Spring Batch updates the step before or after this, and its context is stored with it. */
    @Override
    public void updateExecutionContext(StepExecution step) {}

    @Override
    public void updateExecutionContext(JobExecution execution) {
        if (execution.getExecutionContext().isDirty()) {
            save("save the state of the run", execution, () -> super.updateExecutionContext(execution));
        }
    }

    private static void makeKnown(StepExecution step) {
        if (step.getStatus() == BatchStatus.UNKNOWN) {
            step.setStatus(BatchStatus.FAILED);
        }
    }

    private void save(String doing, JobExecution execution, Runnable saving) {
        retries.run(doing, () -> {
            requireLease(execution);
            saving.run();
        });
    }

    private void requireLease(JobExecution execution) {
        plans.check(execution.getJobParameters().getString(Lease.PARAMETER));
    }

    /** A step that has ended is due if it has changed: Spring Batch saves it once more after its listeners. */
    private boolean due(StepExecution step) {
        SavedStep saved = savedByStep.get(step.getId());
        if (saved == null) {
            return true;
        }
        return step.getStatus() == BatchStatus.STARTED
                ? System.nanoTime() - saved.nanos() >= intervalNanos
                : !saved.state().equals(BatchDocuments.state(step));
    }

    /** @param state as stored, without the time of saving */
    private record SavedStep(long nanos, Document state) {}
}
