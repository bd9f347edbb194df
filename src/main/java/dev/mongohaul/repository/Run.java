package dev.mongohaul.repository;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.step.StepExecution;

/**
 * One try of an import, as the JobRepository has it.
 *
 * @param execution Spring Batch's record of it
 * @param plan of the import it belongs to; null for a run that never came to prepare one
 */
public record Run(JobExecution execution, @Nullable ImportPlan plan) {

    /** Name of the step that reads and writes. */
    public static final String IMPORT_STEP = "import";

    /** Key in that step's context: documents that were there already, which its counters count as written. */
    public static final String ALREADY_THERE = "mongohaul.alreadyThere";

    public long id() {
        return execution.getId();
    }

    public long jobInstanceId() {
        return execution.getJobInstanceId();
    }

    public boolean running() {
        return execution.isRunning();
    }

    /** Whether it only looks as if it were running: its process is known to be dead, and the next try puts it right. */
    public boolean killed() {
        return running() && plan != null && plan.lease() != null && plan.lease().ownerIsDead();
    }

    public ImportEnding ending() {
        return ImportEnding.of(execution.getExitStatus().getExitCode());
    }

    /** Why it failed, in one line; empty where it did not. */
    public String reason() {
        return execution.getExitStatus().getExitDescription();
    }

    public Instant started() {
        LocalDateTime start = execution.getStartTime();
        return instant(start == null ? execution.getCreateTime() : start);
    }

    public Optional<Instant> ended() {
        return Optional.ofNullable(execution.getEndTime()).map(Run::instant);
    }

    public Duration duration() {
        return Duration.between(started(), ended().orElseGet(Instant::now));
    }

    /** How long records were read and written. */
    public Duration importing() {
        return importSteps().stream()
                .filter(step -> step.getStartTime() != null && step.getEndTime() != null)
                .map(step -> Duration.between(step.getStartTime(), step.getEndTime()))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** What this run alone did, of whatever came before or after it. */
    public Counts counts() {
        return importSteps().stream().map(Run::counts).reduce(Counts.NONE, Counts::plus);
    }

    private static Counts counts(StepExecution step) {
        long alreadyThere = step.getExecutionContext().getLong(ALREADY_THERE, 0);
        return new Counts(
                step.getReadCount(),
                step.getWriteCount() - alreadyThere,
                alreadyThere,
                step.getProcessSkipCount() + step.getWriteSkipCount(),
                step.getFilterCount());
    }

    /** Each once: Spring Batch lists the steps of a finished job twice when they are read from MongoDB. */
    private Collection<StepExecution> importSteps() {
        Map<Long, StepExecution> steps = new LinkedHashMap<>();
        execution.getStepExecutions().stream()
                .filter(step -> step.getStepName().startsWith(IMPORT_STEP))
                .forEach(step -> steps.put(step.getId(), step));
        return steps.values();
    }

    /** Spring Batch keeps local times. */
    private static Instant instant(LocalDateTime local) {
        return local.atZone(ZoneId.systemDefault()).toInstant();
    }
}
