package dev.mongohaul.job.launch;

import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.BatchCounts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;

/**
 * Recovery of runs whose process was killed.
 *
 * <p>It marks the earlier runs of an unfinished import as failed. Otherwise Spring Batch takes them for running or
 * completed and never starts another run. Counters of a killed partition are set to its last checkpoint, as in the
 * import's plan.
 *
 * <p>Called by the owner of the import's lease, so that none of these runs is alive.
 */
record KilledRuns(JobRepository repository) {

    void markFailed(ImportPlan plan, JobParameters parameters) {
        JobInstance instance = repository.getJobInstance(plan.identity().job(), parameters);
        if (instance == null) {
            return;
        }
        List<JobExecution> executions = repository.getJobExecutions(instance);
        if (executions.isEmpty()) {
            // The process died before the run was stored: Spring Batch can neither start nor restart such an
            // instance.
            repository.deleteJobInstance(instance);
        }
        Map<JobExecution, LocalDateTime> ends = executions.stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        execution -> LocalDateTime.ofInstant(
                                new Run(execution, plan).lastSignOfLife(), ZoneId.systemDefault())));
        executions.stream()
                .max(Comparator.comparingLong(JobExecution::getId))
                .ifPresent(last -> new BatchCounts(repository).correct(last, last.getStepExecutions(), plan));
        ends.forEach(this::recover);
    }

    /** @param end last sign of life of the killed process */
    private void recover(JobExecution execution, LocalDateTime end) {
        List<StepExecution> open = execution.getStepExecutions().stream()
                .filter(step -> isOpen(step.getStatus()))
                .toList();
        open.forEach(step -> fail(step, end));
        BatchStatus status = execution.getStatus();
        if (status.isRunning() || status == BatchStatus.COMPLETED) {
            ImportLauncher.LOG.info(
                    "Run {} was killed or lost MongoDB{}",
                    execution.getId(),
                    status.isRunning()
                            ? "; the import continues from its last checkpoint"
                            : " before its end was saved");
            execution.setStatus(BatchStatus.FAILED);
            execution.setExitStatus(new ExitStatus(
                    RunStatus.KILLED.exitCode(),
                    "The process was killed, or lost MongoDB, before it saved the end of the run"));
            execution.setEndTime(Objects.requireNonNullElse(execution.getEndTime(), end));
            repository.update(execution);
        } else if (!open.isEmpty()) {
            // Spring Batch also looks at the copies of the steps in the run when it searches for the last one.
            repository.update(execution);
        }
    }

    /**
     * Returns whether a step is open. One whose end could not be saved is UNKNOWN, and Spring Batch never restarts it.
     */
    private static boolean isOpen(BatchStatus status) {
        return status.isRunning() || status == BatchStatus.UNKNOWN;
    }

    /**
     * Marks a step as failed. {@code JobOperator.recover} does not fit: its mark is copied to the next run, which it
     * then does not recover.
     */
    private void fail(StepExecution step, LocalDateTime end) {
        step.setStatus(BatchStatus.FAILED);
        step.setEndTime(Objects.requireNonNullElse(step.getEndTime(), end));
        repository.update(step);
    }
}
