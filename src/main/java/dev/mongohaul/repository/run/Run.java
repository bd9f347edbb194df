package dev.mongohaul.repository.run;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PhaseResult;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.step.StepExecution;

/**
 * Run of an import, as stored in the JobRepository.
 *
 * @param execution Spring Batch's record of it
 * @param plan of the import; null if the run never prepared one
 */
public record Run(JobExecution execution, @Nullable ImportPlan plan) {

    public static final String IMPORT_STEP = "import";

    /** Name of the non-identifying job parameter with the settings. */
    public static final String SETTINGS = "settings";

    /** Prefix of the names of worker steps; the byte range follows. */
    private static final String PARTITION_STEP = IMPORT_STEP + ":";

    /** Returns the name of the worker step of a partition. */
    public static String stepOf(ImportPartition partition) {
        return PARTITION_STEP + partition.from() + "-" + partition.to();
    }

    /** Returns whether a step is the worker step of a partition. */
    public static boolean isPartition(StepExecution step) {
        return step.getStepName().startsWith(PARTITION_STEP);
    }

    public long id() {
        return execution.getId();
    }

    public long importNumber() {
        return execution.getJobInstanceId();
    }

    public boolean running() {
        return execution.isRunning();
    }

    /** Returns the status, as far as this process can see of a run that has not ended. */
    public RunStatus status() {
        if (!running()) {
            return ending();
        }
        return isLeft() ? RunStatus.KILLED : RunStatus.RUNNING;
    }

    private boolean isLeft() {
        return plan != null && (plan.lease() == null || plan.lease().ownerIsDead());
    }

    /** Returns whether the run was begun under this lease. */
    public boolean belongsTo(Lease lease) {
        return lease.token().equals(execution.getJobParameters().getString(Lease.PARAMETER));
    }

    /** Returns the status in the exit status of a run that has ended. */
    public RunStatus ending() {
        return RunStatus.of(execution.getExitStatus().getExitCode());
    }

    /** Returns the results of the phases after the load of its import. */
    public List<PhaseResult> results() {
        return plan == null ? List.of() : plan.results();
    }

    /** Returns whether a phase after the load of its import began, and did not come to its end. */
    public boolean awaitsPhase() {
        return plan != null && plan.awaitsPhase();
    }

    /** Returns a limit of rejects that passes if the whole input is read; else an example. */
    public String higherLimit() {
        return plan != null && plan.isRead() ? Long.toString(plan.counts().rejected()) : "5%";
    }

    /** Returns why the run failed, in one line; empty if it did not. */
    public String reason() {
        return execution.getExitStatus().getExitDescription();
    }

    /** Returns how the content differs from that of earlier imports; empty before the end of the import. */
    public List<Deviation> drift() {
        return Deviation.of(execution.getExecutionContext());
    }

    public Instant started() {
        LocalDateTime start = execution.getStartTime();
        return instant(start == null ? execution.getCreateTime() : start);
    }

    public Optional<Instant> ended() {
        return Optional.ofNullable(execution.getEndTime()).map(Run::instant);
    }

    /** Returns the duration until its end, until now if it runs, or until the last sign of life of a killed process. */
    public Duration duration() {
        return Duration.between(started(), ended().orElseGet(this::lastKnown));
    }

    private Instant lastKnown() {
        return status() == RunStatus.RUNNING ? Instant.now() : lastSignOfLife();
    }

    /**
     * Returns when this run, one of its steps, or a partition of its plan was last saved. Valid for the last run of an
     * import.
     */
    public Instant lastSignOfLife() {
        Stream<Instant> steps = execution.getStepExecutions().stream()
                .flatMap(step -> Stream.of(step.getCreateTime(), step.getLastUpdated()))
                .filter(Objects::nonNull)
                .map(Run::instant);
        Instant touched = plan == null ? null : plan.touched();
        return Stream.concat(steps, Stream.ofNullable(touched))
                .max(Comparator.naturalOrder())
                .filter(last -> last.isAfter(started()))
                .orElseGet(this::started);
    }

    /** Returns the duration of reading and writing, until the last saved state if the run was killed. */
    public Duration importing() {
        return steps(IMPORT_STEP::equals)
                .filter(step -> step.getStartTime() != null)
                .map(step -> Duration.between(
                        instant(step.getStartTime()),
                        step.getEndTime() == null ? lastKnown() : instant(step.getEndTime())))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Returns the counts of this run alone. */
    public Counts counts() {
        Optional<Counts> counted = BatchCounts.of(execution);
        if (counted.isPresent()) {
            return counted.get();
        }
        // The last run's checkpoints are newer than the counts of its steps.
        Map<String, Counts> saved = plan != null && running() && isLeft()
                ? plan.partitions().stream().collect(Collectors.toMap(Run::stepOf, ImportPartition::counts))
                : Map.of();
        return partitionSteps()
                .map(step -> saved.getOrDefault(step.getStepName(), BatchCounts.of(step)))
                .reduce(Counts.NONE, Counts::plus);
    }

    private Stream<StepExecution> partitionSteps() {
        return steps(name -> name.startsWith(PARTITION_STEP));
    }

    /**
     * Returns the duration of each worker step by the offset of its partition; if it has no end, until it was last
     * saved.
     */
    public Map<Long, Duration> partitionDurations() {
        Map<Long, Duration> durations = new LinkedHashMap<>();
        partitionSteps().forEach(step -> {
            String name = step.getStepName();
            LocalDateTime begun = step.getStartTime();
            LocalDateTime end = step.getEndTime() == null ? step.getLastUpdated() : step.getEndTime();
            if (begun != null) {
                durations.put(
                        Long.parseLong(name.substring(PARTITION_STEP.length(), name.indexOf('-'))),
                        end == null ? Duration.ZERO : Duration.between(instant(begun), instant(end)));
            }
        });
        return durations;
    }

    /** Returns the times of its partitions' threads by phase; of a killed run, as last saved. */
    public PhaseTimes times() {
        return Stream.concat(partitionSteps(), steps(IMPORT_STEP::equals))
                .map(step -> PhaseTimes.of(step.getExecutionContext()))
                .reduce(PhaseTimes.NONE, PhaseTimes::plus);
    }

    /** Returns the server that the run wrote to. */
    public Optional<TargetServer> server() {
        return TargetServer.of(execution.getExecutionContext());
    }

    /** Returns all settings with their values, as one line of JSON; null if unknown. */
    public @Nullable String settings() {
        return execution.getJobParameters().getString(SETTINGS);
    }

    /**
     * Returns the steps, each once: Spring Batch lists steps of a finished job twice when it reads them from MongoDB.
     */
    private Stream<StepExecution> steps(Predicate<String> name) {
        Map<Long, StepExecution> steps = new LinkedHashMap<>();
        execution.getStepExecutions().stream()
                .filter(step -> name.test(step.getStepName()))
                .forEach(step -> steps.put(step.getId(), step));
        return steps.values().stream();
    }

    /** Converts Spring Batch's local time. */
    private static Instant instant(LocalDateTime local) {
        return local.atZone(ZoneId.systemDefault()).toInstant();
    }
}
