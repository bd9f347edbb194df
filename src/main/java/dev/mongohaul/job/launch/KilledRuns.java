package dev.mongohaul.job.launch;

import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.Run;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.stereotype.Component;

/**
 * Marks the earlier runs of an unfinished import as failed, whatever their process left behind when it died: Spring
 * Batch takes them for running otherwise, or for complete, and starts no other, for ever.
 *
 * <p>What a killed partition was counted to is counted by its last checkpoint, as the import is.
 *
 * <p>Called by the holder of the import's lease, so no such run can be alive.
 */
@Component
final class KilledRuns {

    private static final Logger LOG = LoggerFactory.getLogger(KilledRuns.class);

    private final JobRepository repository;

    KilledRuns(JobRepository repository) {
        this.repository = repository;
    }

    void markFailed(ImportPlan plan, JobParameters parameters) {
        JobInstance instance = repository.getJobInstance(plan.identity().job(), parameters);
        if (instance == null) {
            return;
        }
        List<JobExecution> executions = repository.getJobExecutions(instance);
        if (executions.isEmpty()) {
            // Died between the two inserts: Spring Batch can neither start nor restart such an instance.
            repository.deleteJobInstance(instance);
        }
        Map<JobExecution, LocalDateTime> ends = executions.stream()
                .collect(Collectors.toMap(Function.identity(), execution -> lastSignOfLife(execution, plan)));
        executions.stream().max(Comparator.comparingLong(JobExecution::getId)).ifPresent(last -> recount(last, plan));
        ends.forEach(this::recover);
    }

    /** The plan's partitions are those of the last run, and what they say holds: a step may be a checkpoint behind or ahead. */
    private void recount(JobExecution last, ImportPlan plan) {
        Map<String, ImportPartition> partitions = plan.partitions().stream().collect(Collectors.toMap(Run::stepOf, Function.identity()));
        for (StepExecution step : last.getStepExecutions()) {
            ImportPartition partition = partitions.get(step.getStepName());
            if (partition != null && !Run.counts(step).equals(partition.counts())) {
                Run.count(partition.counts(), step);
                repository.updateExecutionContext(step);
                repository.update(step);
            }
        }
    }

    private static LocalDateTime lastSignOfLife(JobExecution execution, ImportPlan plan) {
        return LocalDateTime.ofInstant(new Run(execution, plan).lastSignOfLife(), ZoneId.systemDefault());
    }

    /** @param end what was killed ended with its last sign of life, and not when somebody found it */
    private void recover(JobExecution execution, LocalDateTime end) {
        List<StepExecution> open = execution.getStepExecutions().stream()
                .filter(step -> isOpen(step.getStatus()))
                .toList();
        open.forEach(step -> fail(step, end));
        BatchStatus status = execution.getStatus();
        if (status.isRunning()) {
            LOG.info("Run {} was killed; the import goes on from where it was", execution.getId());
            fail(execution, end);
        } else if (status == BatchStatus.COMPLETED) {
            LOG.info("Run {} was killed when only its end was missing", execution.getId());
            fail(execution, end);
        } else if (!open.isEmpty()) {
            // Its copies of the steps count too when Spring Batch looks for the last one.
            repository.update(execution);
        }
    }

    /** A step whose end could not be saved is unknown, and Spring Batch restarts no such step. */
    private static boolean isOpen(BatchStatus status) {
        return status.isRunning() || status == BatchStatus.UNKNOWN;
    }

    /** Not by {@code JobOperator.recover}: its mark is carried over to the next run, which it then does not recover. */
    private void fail(StepExecution step, LocalDateTime end) {
        step.setStatus(BatchStatus.FAILED);
        step.setEndTime(Objects.requireNonNullElse(step.getEndTime(), end));
        repository.update(step);
    }

    private void fail(JobExecution execution, LocalDateTime end) {
        execution.setStatus(BatchStatus.FAILED);
        execution.setExitStatus(new ExitStatus(Run.KILLED, "The process was killed"));
        execution.setEndTime(Objects.requireNonNullElse(execution.getEndTime(), end));
        repository.update(execution);
    }
}
