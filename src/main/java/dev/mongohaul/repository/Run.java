package dev.mongohaul.repository;

import dev.mongohaul.mongo.ServerFacts;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * One run of an import, as the JobRepository has it.
 *
 * @param execution Spring Batch's record of it
 * @param plan of the import it belongs to; null for a run that never came to prepare one
 */
public record Run(JobExecution execution, @Nullable ImportPlan plan) {

    /** The exit code of a run whose process was killed, once the next run found it. */
    public static final String KILLED = "KILLED";

    /** Name of the step that has the partitions read and written. */
    public static final String IMPORT_STEP = "import";

    /** Name of the job parameter, not an identifying one, that tells the settings. */
    public static final String SETTINGS = "settings";

    /** What the names of the partitions' own steps begin with; the range follows. */
    private static final String PARTITION_STEP = IMPORT_STEP + ":";

    /** Key in the context of a partition's step: documents that were there already, which its counters count as written. */
    public static final String ALREADY_THERE = "mongohaul.alreadyThere";

    /** Keys in the same place: cells that {@code ragged: lenient} dropped, and missing ones. */
    private static final String DROPPED_CELLS = "mongohaul.droppedCells";

    private static final String PADDED_CELLS = "mongohaul.paddedCells";

    /** How a run stands. */
    public enum Standing {
        /** It is at work, as far as anybody here can tell. */
        RUNNING,
        /** Its process was killed: the JobRepository has it at work until the next run begins. */
        KILLED,
        /** It ended, one way or another. */
        ENDED
    }

    /** Name of the step that reads a partition: its range of bytes. */
    public static String stepOf(ImportPartition partition) {
        return PARTITION_STEP + partition.from() + "-" + partition.to();
    }

    public long id() {
        return execution.getId();
    }

    public long jobInstanceId() {
        return execution.getJobInstanceId();
    }

    public boolean running() {
        return execution.isRunning();
    }

    public Standing standing() {
        if (!running()) {
            return ended(execution.getExitStatus().getExitCode());
        }
        return isLeft() ? Standing.KILLED : Standing.RUNNING;
    }

    /** How a run stands that has an end, by the exit code of its exit status. */
    public static Standing ended(String exitCode) {
        return exitCode.equals(KILLED) ? Standing.KILLED : Standing.ENDED;
    }

    private boolean isLeft() {
        return plan != null && (plan.lease() == null || plan.lease().ownerIsDead());
    }

    /** Whether it was begun under this lease. */
    public boolean belongsTo(Lease lease) {
        return lease.token().equals(execution.getJobParameters().getString(Lease.PARAMETER));
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

    /** Until its end, until now where it runs, or until the last sign of life of a process that was killed. */
    public Duration duration() {
        return Duration.between(started(), ended().orElseGet(this::lastKnown));
    }

    private Instant lastKnown() {
        return standing() == Standing.RUNNING ? Instant.now() : lastSignOfLife();
    }

    /** When the state of this run, or of one of its steps or partitions, was saved last; of the last run of an import. */
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

    /** How long records were read and written, as far as it is known: a killed run's last saved state tells. */
    public Duration importing() {
        return steps(IMPORT_STEP::equals).stream()
                .filter(step -> step.getStartTime() != null)
                .map(step -> Duration.between(
                        instant(step.getStartTime()),
                        step.getEndTime() == null ? lastKnown() : instant(step.getEndTime())))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** What this run alone did, of whatever came before or after it. */
    public Counts counts() {
        Map<String, Counts> saved = running() && isLeft() ? savedCounts() : Map.of();
        return steps(name -> name.startsWith(PARTITION_STEP)).stream()
                .map(step -> saved.getOrDefault(step.getStepName(), counts(step)))
                .reduce(Counts.NONE, Counts::plus);
    }

    /** Of the last run: what its checkpoints say, which a step may be behind of. */
    private Map<String, Counts> savedCounts() {
        return plan == null ? Map.of() : plan.partitions().stream().collect(Collectors.toMap(Run::stepOf, ImportPartition::counts));
    }

    /** How long the step of each partition took, by the partition's beginning; of a step without an end, until it was saved last. */
    public Map<Long, Duration> partitionDurations() {
        Map<Long, Duration> durations = new LinkedHashMap<>();
        for (StepExecution step : steps(name -> name.startsWith(PARTITION_STEP))) {
            if (step.getStartTime() != null) {
                durations.put(begin(step), durationOf(step));
            }
        }
        return durations;
    }

    private static long begin(StepExecution step) {
        String name = step.getStepName();
        return Long.parseLong(name.substring(PARTITION_STEP.length(), name.indexOf('-')));
    }

    private static Duration durationOf(StepExecution step) {
        LocalDateTime begun = Objects.requireNonNull(step.getStartTime());
        LocalDateTime end = step.getEndTime() == null ? step.getLastUpdated() : step.getEndTime();
        return end == null ? Duration.ZERO : Duration.between(instant(begun), instant(end));
    }

    /** What the time of its partitions' threads was spent on: of a killed run as it was saved last. */
    public PhaseTimes times() {
        return steps(name -> name.startsWith(PARTITION_STEP)).stream()
                .map(step -> PhaseTimes.of(step.getExecutionContext()))
                .reduce(PhaseTimes.NONE, PhaseTimes::plus);
    }

    /** The server that it wrote to. */
    public Optional<TargetServer> server() {
        return TargetServer.of(execution.getExecutionContext());
    }

    /** Every setting with its value, as one line of JSON; null where it is not known. */
    public @Nullable String settings() {
        return execution.getJobParameters().getString(SETTINGS);
    }

    /** Tells the step of a partition what became of its records. Rejects that it has not counted are the writer's. */
    public static void count(Counts counts, StepExecution step) {
        step.setReadCount(counts.read());
        step.setWriteCount(counts.written() + counts.alreadyThere());
        step.setProcessSkipCount(Math.min(step.getProcessSkipCount(), counts.rejected()));
        step.setWriteSkipCount(counts.rejected() - step.getProcessSkipCount());
        step.setFilterCount(counts.unmatched());
        step.getExecutionContext().putLong(ALREADY_THERE, counts.alreadyThere());
        if (!counts.cells().equals(Counts.Cells.NONE)) {
            step.getExecutionContext().putLong(DROPPED_CELLS, counts.cells().dropped());
            step.getExecutionContext().putLong(PADDED_CELLS, counts.cells().padded());
        }
    }

    /** What the step of a partition says became of its records. */
    public static Counts counts(StepExecution step) {
        long alreadyThere = step.getExecutionContext().getLong(ALREADY_THERE, 0);
        return new Counts(
                step.getReadCount(),
                step.getWriteCount() - alreadyThere,
                alreadyThere,
                step.getProcessSkipCount() + step.getWriteSkipCount(),
                step.getFilterCount(),
                new Counts.Cells(
                        step.getExecutionContext().getLong(DROPPED_CELLS, 0),
                        step.getExecutionContext().getLong(PADDED_CELLS, 0)));
    }

    /** Each once: Spring Batch lists the steps of a finished job twice when they are read from MongoDB. */
    private Collection<StepExecution> steps(Predicate<String> name) {
        Map<Long, StepExecution> steps = new LinkedHashMap<>();
        execution.getStepExecutions().stream()
                .filter(step -> name.test(step.getStepName()))
                .forEach(step -> steps.put(step.getId(), step));
        return steps.values();
    }

    /** Spring Batch keeps local times. */
    private static Instant instant(LocalDateTime local) {
        return local.atZone(ZoneId.systemDefault()).toInstant();
    }

    /**
     * What the thread of a partition spent its time on; of several partitions, added up. Kept in the context of the partition's step.
     *
     * @param reading finding records in the input and taking them apart
     * @param mapping making documents of them
     * @param writing sending documents, awaiting the server's answers, and saving rejects, checkpoints and the step's state
     * @param waiting for a server in trouble, which is in none of the others
     */
    public record PhaseTimes(Duration reading, Duration mapping, Duration writing, Duration waiting) {

        public static final PhaseTimes NONE = new PhaseTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

        private static final String READING = "mongohaul.readNanos";
        private static final String MAPPING = "mongohaul.mapNanos";
        private static final String WRITING = "mongohaul.writeNanos";
        private static final String WAITING = "mongohaul.waitNanos";

        /** What the context has; nothing where it is of a step without partitions, or of an earlier version of the program. */
        static PhaseTimes of(ExecutionContext context) {
            return new PhaseTimes(
                    duration(context, READING),
                    duration(context, MAPPING),
                    duration(context, WRITING),
                    duration(context, WAITING));
        }

        private static Duration duration(ExecutionContext context, String key) {
            return Duration.ofNanos(context.getLong(key, 0));
        }

        /** Keeps these in place of earlier ones. */
        public void putInto(ExecutionContext context) {
            context.putLong(READING, reading.toNanos());
            context.putLong(MAPPING, mapping.toNanos());
            context.putLong(WRITING, writing.toNanos());
            context.putLong(WAITING, waiting.toNanos());
        }

        public PhaseTimes plus(PhaseTimes other) {
            return new PhaseTimes(
                    reading.plus(other.reading),
                    mapping.plus(other.mapping),
                    writing.plus(other.writing),
                    waiting.plus(other.waiting));
        }
    }

    /**
     * The server that a run wrote to. Kept in the context of its JobExecution.
     *
     * @param version for example {@code 8.0.23}
     * @param kind standalone, replica-set or sharded
     * @param hosts as its address names them; no user, no password, no option
     */
    public record TargetServer(String version, String kind, List<String> hosts) {

        private static final String VERSION = "mongohaul.serverVersion";
        private static final String KIND = "mongohaul.serverKind";
        private static final String HOSTS = "mongohaul.serverHosts";
        private static final String SEPARATOR = ",";

        public TargetServer {
            hosts = List.copyOf(hosts);
        }

        public static TargetServer of(ServerFacts facts, List<String> hosts) {
            String kind = facts.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
            return new TargetServer(facts.version(), kind, hosts);
        }

        /** Empty where the run never came to prepare, or was run by an earlier version of the program. */
        static Optional<TargetServer> of(ExecutionContext context) {
            if (!context.containsKey(VERSION)) {
                return Optional.empty();
            }
            return Optional.of(new TargetServer(
                    context.getString(VERSION),
                    context.getString(KIND),
                    List.of(context.getString(HOSTS).split(SEPARATOR, -1))));
        }

        public void putInto(ExecutionContext context) {
            context.putString(VERSION, version);
            context.putString(KIND, kind);
            context.putString(HOSTS, String.join(SEPARATOR, hosts));
        }
    }
}
