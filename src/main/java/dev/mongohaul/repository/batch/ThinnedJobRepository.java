package dev.mongohaul.repository.batch;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.batch.core.BatchStatus;
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
 * stop asked for by another process is seen when a step is saved. Thread-safe.
 */
final class ThinnedJobRepository extends SimpleJobRepository {

    private final long intervalNanos;
    private final Map<Long, Saved> savedByStep = new ConcurrentHashMap<>();

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
    public void update(StepExecution step) {
        if (due(step)) {
            super.update(step);
            savedByStep.put(step.getId(), new Saved(step.getStatus(), System.nanoTime()));
        }
    }

    @Override
    public void updateExecutionContext(StepExecution step) {
        if (step.getStatus() != BatchStatus.STARTED || due(step)) {
            super.updateExecutionContext(step);
        }
    }

    private boolean due(StepExecution step) {
        Saved saved = savedByStep.get(step.getId());
        return saved == null
                || saved.status != step.getStatus()
                || step.getStatus() != BatchStatus.STARTED
                || System.nanoTime() - saved.nanos >= intervalNanos;
    }

    private record Saved(BatchStatus status, long nanos) {}
}
