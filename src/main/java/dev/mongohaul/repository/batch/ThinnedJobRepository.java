package dev.mongohaul.repository.batch;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Lease;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.dao.ExecutionContextDao;
import org.springframework.batch.core.repository.dao.JobExecutionDao;
import org.springframework.batch.core.repository.dao.JobInstanceDao;
import org.springframework.batch.core.repository.dao.StepExecutionDao;
import org.springframework.batch.core.repository.support.SimpleJobRepository;
import org.springframework.batch.core.step.StepExecution;

/**
 * A JobRepository that saves a running step at most once per interval, and at every change of its status.
 *
 * <p>Spring Batch saves it after each chunk, at four round trips to MongoDB, the largest cost of a chunk. What an import
 * needs to go on after a crash is not kept here but in its pieces, so an older state of a running step loses nothing. A
 * stop asked for by another process is seen when a step is saved.
 *
 * <p>What Spring Batch calls unknown, a step whose state could not be saved once, is a failed one here: it restarts no
 * unknown step ever, and ours are restarted from their pieces.
 *
 * <p>Saving waits for a server in trouble, and so does beginning a step, whose half-made beginning is taken back before
 * it is tried again. Beginning a run does not: it fails, with nothing done yet.
 *
 * <p>A process that lost the lease of an import saves nothing of its runs any more: its successor has put them right. It
 * goes by its own clock, with a third of the lease to spare, and not by a filter of the server's, for which Spring
 * Batch's writes have no place; what it may still write late is the state of a run that has ended, which the next try
 * puts right again. Thread-safe.
 */
final class ThinnedJobRepository extends SimpleJobRepository {

    private final StepExecutionDao steps;
    private final long intervalNanos;
    private final ImportPlans plans;
    private final RetryBudget patience;
    private final Map<Long, Long> savedByStep = new ConcurrentHashMap<>();

    ThinnedJobRepository(
            JobInstanceDao instances,
            JobExecutionDao executions,
            StepExecutionDao steps,
            ExecutionContextDao contexts,
            Duration interval,
            ImportPlans plans,
            RetryBudget patience) {
        super(instances, executions, steps, contexts);
        this.steps = steps;
        this.intervalNanos = interval.toNanos();
        this.plans = plans;
        this.patience = patience;
    }

    @Override
    public JobInstance createJobInstance(String jobName, JobParameters parameters) {
        return patience.call("begin the import", () -> {
            JobInstance made = getJobInstance(jobName, parameters);
            return made == null ? super.createJobInstance(jobName, parameters) : made;
        });
    }

    @Override
    public StepExecution createStepExecution(String name, JobExecution execution) {
        AtomicBoolean tried = new AtomicBoolean();
        return patience.call("begin the step " + name, () -> {
            requireLease(execution);
            if (tried.getAndSet(true)) {
                takeBack(name, execution);
            }
            return super.createStepExecution(name, execution);
        });
    }

    private void takeBack(String name, JobExecution execution) {
        steps.getStepExecutions(execution).stream()
                .filter(step -> step.getStepName().equals(name))
                .forEach(this::deleteStepExecution);
    }

    @Override
    public void update(JobExecution execution) {
        if (execution.getStatus() == BatchStatus.UNKNOWN) {
            execution.setStatus(BatchStatus.FAILED);
        }
        execution.getStepExecutions().forEach(ThinnedJobRepository::makeKnown);
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
        patience.run(doing, () -> {
            requireLease(execution);
            saving.run();
        });
    }

    private void requireLease(JobExecution execution) {
        plans.leases().check(execution.getJobParameters().getString(Lease.PARAMETER));
    }

    /** A step that runs no more is not thinned, and a program may live for years. */
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
}
