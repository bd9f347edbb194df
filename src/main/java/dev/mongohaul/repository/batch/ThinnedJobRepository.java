package dev.mongohaul.repository.batch;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
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
 * unknown step ever, and ours are restarted from their pieces. Thread-safe.
 */
final class ThinnedJobRepository extends SimpleJobRepository {

    private final long intervalNanos;
    private final Map<Long, Long> savedByStep = new ConcurrentHashMap<>();

    ThinnedJobRepository(
            JobInstanceDao instances,
            JobExecutionDao executions,
            StepExecutionDao steps,
            ExecutionContextDao contexts,
            Duration interval) {
        super(instances, executions, steps, contexts);
        this.intervalNanos = interval.toNanos();
    }

    @Override
    public void update(JobExecution execution) {
        if (execution.getStatus() == BatchStatus.UNKNOWN) {
            execution.setStatus(BatchStatus.FAILED);
        }
        super.update(execution);
    }

    @Override
    public void update(StepExecution step) {
        if (step.getStatus() == BatchStatus.UNKNOWN) {
            step.setStatus(BatchStatus.FAILED);
        }
        if (due(step)) {
            super.update(step);
            remember(step);
        }
    }

    @Override
    public void updateExecutionContext(StepExecution step) {
        if (due(step)) {
            super.updateExecutionContext(step);
        }
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
