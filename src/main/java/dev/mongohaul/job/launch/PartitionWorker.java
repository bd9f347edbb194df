package dev.mongohaul.job.launch;

import dev.mongohaul.broker.PartitionQueue.Received;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.InputRules.PathRoots;
import dev.mongohaul.job.ChunkMemory;
import dev.mongohaul.job.ChunkMemory.Share;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFiles.JobFileReader;
import dev.mongohaul.job.launch.BatchJobFactory.PartitionWork;
import dev.mongohaul.job.launch.ImportMeters.ImportMeter;
import dev.mongohaul.job.launch.TargetCollection.TargetRefusedException;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.RetryBudget.TransientServerException;
import dev.mongohaul.repository.ImportLease.Lease;
import dev.mongohaul.repository.ImportLease.LeaseLostException;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.Cut;
import dev.mongohaul.repository.ImportPlan.ImportPartition;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.PartitionLease;
import dev.mongohaul.repository.PartitionLease.Claims;
import dev.mongohaul.repository.Run;
import dev.mongohaul.writer.delivery.CompareChoice;
import dev.mongohaul.writer.delivery.DocumentItemWriter.DuplicateIdException;
import dev.mongohaul.writer.delivery.WriteTarget.SendThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Worker on the partitions of any import. It needs neither job files nor state: the plan of an import and its run contain
 * what it has to know. Each thread calls {@link #handle} for one invitation after the other.
 *
 * <p>An invitation is not more than that. Whoever claims the partition in MongoDB may write it.
 */
public final class PartitionWorker {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionWorker.class);

    private final BatchJobFactory jobs;
    private final Claims claims;
    private final ImportJobs imports;
    private final InputMap inputMap;
    private final Map<String, String> environment;
    private final String version;
    private final WorkMeters meters;
    private final ImportMeters importMeters;
    private final Map<String, WorkedImport> known = new ConcurrentHashMap<>();
    private volatile boolean stopping;

    /**
     * @param claims where the partitions are claimed
     * @param imports prepares the job of an import on this machine
     * @param inputMap where the inputs are on this machine
     * @param environment variables that job files can name
     * @param version of the program
     * @param meters of the partitions
     * @param importMeters of the records of imports that other processes manage
     */
    PartitionWorker(
            BatchJobFactory jobs,
            Claims claims,
            ImportJobs imports,
            InputMap inputMap,
            Map<String, String> environment,
            String version,
            WorkMeters meters,
            ImportMeters importMeters) {
        this.jobs = jobs;
        this.claims = claims;
        this.imports = imports;
        this.inputMap = inputMap;
        this.environment = Map.copyOf(environment);
        this.version = version;
        this.meters = meters;
        this.importMeters = importMeters;
    }

    /** How the work on an invitation ended. */
    public enum Ending {
        /** The partition is finished. */
        FINISHED,
        /** The partition is finished, stopped, or of somebody else: there is nothing to do. */
        PASSED,
        /** The partition was given back unfinished. The invitation has to be delivered again. */
        RELEASED,
        /** Somebody else has taken the partition over. */
        LOST,
        /** The import cannot succeed. */
        FAILED;

        /** Returns whether the invitation has to be delivered again. */
        public boolean again() {
            return this == RELEASED;
        }
    }

    /** Exception for an import that this worker cannot work on, though others may. */
    public static final class UnfitException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnfitException(String message) {
            super(message);
        }
    }

    /** Makes all threads give their partitions back after the chunk in flight. */
    public void stop() {
        stopping = true;
    }

    /** Forgets imports that have ended, and stops the work on those that are to stop. To be called about every second. */
    public void refresh() {
        known.entrySet().removeIf(entry -> !entry.getValue().refresh(jobs));
    }

    /**
     * Imports the partition of an invitation, if it is still to be imported.
     *
     * @throws UnfitException if only this worker cannot do it; the invitation has to be delivered again
     */
    public Ending handle(Received received) {
        Optional<Invitation> invitation = Invitation.parse(received.text());
        if (invitation.isEmpty()) {
            LOG.warn("A message that is no invitation of this version was dropped");
            meters.dropped();
            return Ending.PASSED;
        }
        Ending ending = handle(invitation.get(), received.id());
        if (ending == Ending.PASSED) {
            meters.ended(ending, Duration.ZERO);
        }
        return ending;
    }

    private Ending handle(Invitation invited, String message) {
        if (!jobs.plans().isOpen(invited.plan(), invited.run())) {
            return Ending.PASSED;
        }
        WorkedImport work = known.computeIfAbsent(invited.key(), key -> prepare(invited));
        work.requireFit();
        try (Share memory = ChunkMemory.OF_PROCESS.takeForOne(work.run().job(), () -> stopping)) {
            Objects.requireNonNull(memory);
            return stopping
                    ? Ending.RELEASED
                    : claims.claim(invited.plan(), invited.run(), invited.from(), message)
                            .map(lease -> write(work, lease, () -> stopping))
                            .orElse(Ending.PASSED);
        }
    }

    private WorkedImport prepare(Invitation invited) {
        ImportPlan plan = jobs.plans().findWithoutPartitions(invited.plan()).orElseThrow();
        String begunBy = Objects.requireNonNull(plan.cut()).version();
        if (!version.equals(begunBy)) {
            throw new UnfitException("it runs version %s, and the import was begun by version %s: run the same version"
                    .formatted(version, begunBy));
        }
        try {
            ImportJob job = StagedLoad.of(fitting(plan, job(plan)), plan.key());
            ImportMeter meter =
                    importMeters.of(plan.identity().job(), job.writer().name());
            CompareChoice comparing = new CompareChoice(job.file().write().compare());
            if (!job.write().insertsOnly() && !jobs.canCompare(job)) {
                comparing.stop();
            }
            return WorkedImport.of(plan, job, meter, comparing);
        } catch (JobFileException | JobRefusedException | InputException e) {
            throw new UnfitException(Failures.describe(e));
        }
    }

    private ImportJob job(ImportPlan plan) {
        JobExecution run = Objects.requireNonNull(jobs.repository()
                .getJobExecution(Objects.requireNonNull(plan.cut()).run()));
        ObjectNode settings = (ObjectNode) JsonMapper.shared()
                .readTree(Objects.requireNonNull(run.getJobParameters().getString(Run.SETTINGS)));
        settings.remove(List.of("schedule", "notify", "rejects", "retention"));
        ArrayNode files = settings.withObject("source").putArray("files");
        plan.inputs().forEach(input -> files.add(inputMap.here(input.path())));
        Path jobFile = Path.of(plan.request().jobFile());
        JobFile file = new JobFileReader(Path.of(""), environment).read(jobFile, settings.toString(), List.of());
        return imports.prepare(file, plan.request())
                .orElseThrow(() -> new UnfitException("the input has no record on this machine"));
    }

    /** Checks that this machine has the same files, and the same settings of documents. */
    private ImportJob fitting(ImportPlan plan, ImportJob job) {
        List<PlannedInput> here = job.plannedInputs();
        for (int index = 0; index < plan.inputs().size(); index++) {
            PlannedInput planned = plan.inputs().get(index);
            if (index >= here.size()
                    || here.get(index).size() != planned.size()
                    || !here.get(index).time().equals(planned.time())) {
                throw new UnfitException("%s differs on this machine in size or time of the last change"
                        .formatted(inputMap.here(planned.path())));
            }
        }
        String database = MongoConnections.database(jobs.connections().data(), job);
        if (!job.identity(plan.identity().content(), database)
                .withAgain(plan.identity().again())
                .equals(plan.identity())) {
            throw new UnfitException("its settings make other documents, or write into another database");
        }
        return job;
    }

    /**
     * Imports a claimed partition.
     *
     * @param stop whether the partition is to be given back after the chunk in flight
     */
    Ending write(WorkedImport work, PartitionLease lease, BooleanSupplier stop) {
        long begun = System.nanoTime();
        lease.takeoverCause().ifPresent(meters::takenOver);
        Ending ending = importPartition(work, lease, stop);
        meters.ended(ending, Duration.ofNanos(System.nanoTime() - begun));
        return ending;
    }

    private Ending importPartition(WorkedImport work, PartitionLease lease, BooleanSupplier stop) {
        try (lease) {
            jobs.endSessions(
                    work.plan().identity().target(),
                    lease.formerSessions(),
                    jobs.plans().retryPolicy());
            ImportPartition partition = lease.partition();
            jobs.rejects().deleteBetween(work.run().importNumber(), partition.doneTo(), partition.to(), lease::confirm);
            StepExecution execution = execution(work, lease);
            step(
                            work,
                            lease,
                            work.run().job().rendering(),
                            () -> stop.getAsBoolean() || work.isEnding() || lease.isLost())
                    .execute(execution);
            return ending(work, lease, execution);
        } catch (LeaseLostException e) {
            return Ending.LOST;
        } catch (Exception e) {
            return giveBack(work, lease, Failures.cause(e));
        }
    }

    private <D> Step step(WorkedImport work, PartitionLease lease, Rendering<D> rendering, BooleanSupplier stop) {
        PartitionWork partition = new PartitionWork(
                work.run(),
                work.plan(),
                lease.partition(),
                lease.index(),
                work.run().job().comparedWith(lease.sums(), lease.partition()),
                lease,
                SendThreads.NONE);
        return jobs.workerStep(partition, rendering, true, stop);
    }

    /** Returns the execution of the partition's step, which all its owners share. */
    private StepExecution execution(WorkedImport work, PartitionLease lease) {
        String name = Run.stepOf(lease.partition());
        JobExecution run = work.execution(lease.token());
        Long begun = lease.step();
        if (begun != null) {
            return new StepExecution(begun, name, run);
        }
        StepExecution execution = jobs.repository().createStepExecution(name, run);
        lease.begins(execution.getId());
        return execution;
    }

    private static Ending ending(WorkedImport work, PartitionLease lease, StepExecution execution) {
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            return Ending.FINISHED;
        }
        Optional<Throwable> failure =
                execution.getFailureExceptions().stream().map(Failures::cause).findFirst();
        if (lease.isLost()
                || failure.filter(LeaseLostException.class::isInstance).isPresent()) {
            return Ending.LOST;
        }
        if (execution.getStatus() == BatchStatus.STOPPED || failure.isEmpty()) {
            lease.release(null, false);
            return Ending.RELEASED;
        }
        return giveBack(work, lease, failure.get());
    }

    private static Ending giveBack(WorkedImport work, PartitionLease lease, Throwable failure) {
        if (isOfTheInput(failure)) {
            work.unfit(Failures.describe(failure));
        }
        boolean fatal = !(failure instanceof TransientServerException) && isForGood(failure);
        LOG.warn("A partition was given back: {}", Failures.describe(failure));
        LOG.debug("The partition failed", failure);
        lease.release(Failures.describe(failure), fatal);
        return fatal ? Ending.FAILED : Ending.RELEASED;
    }

    /** Returns whether the input on this machine is the reason, so that another worker may succeed. */
    private static boolean isOfTheInput(Throwable failure) {
        return failure instanceof InputException
                || failure instanceof IOException
                || failure instanceof UncheckedIOException;
    }

    /** Returns whether every worker would fail in the same way. */
    private static boolean isForGood(Throwable failure) {
        return failure instanceof DuplicateIdException || failure instanceof TargetRefusedException;
    }

    /** Import that this process works on. Thread-safe. */
    static final class WorkedImport {

        private final ImportPlan plan;
        private final long runNumber;
        private final RunState run;
        private volatile boolean ending;
        private volatile @Nullable String unfit;

        private WorkedImport(ImportPlan plan, long runNumber, RunState run) {
            this.plan = plan;
            this.runNumber = runNumber;
            this.run = run;
        }

        /** @param plan with its cut; its partitions are not used */
        static WorkedImport of(ImportPlan plan, ImportJob job, ImportMeter meter, CompareChoice comparing) {
            Cut cut = Objects.requireNonNull(plan.cut());
            return new WorkedImport(plan, cut.run(), new WorkerRun(job, plan.jobInstanceId(), meter, comparing));
        }

        ImportPlan plan() {
            return plan;
        }

        RunState run() {
            return run;
        }

        /** Records why this process cannot go on with the import. */
        void unfit(String reason) {
            unfit = reason;
        }

        void requireFit() {
            String reason = unfit;
            if (reason != null) {
                throw new UnfitException(reason);
            }
        }

        boolean isEnding() {
            return ending;
        }

        /** Reads whether the import goes on. */
        boolean refresh(BatchJobFactory jobs) {
            ending = !jobs.plans().isOpen(plan.key(), runNumber);
            return !ending;
        }

        /**
         * Returns the execution of the run, for steps only: nobody but the manager saves it.
         *
         * @param token of the partition's owner, who alone saves the step
         */
        JobExecution execution(String token) {
            JobParameters parameters = new JobParametersBuilder()
                    .addString(Lease.PARAMETER, token, false)
                    .toJobParameters();
            JobInstance instance =
                    new JobInstance(plan.jobInstanceId(), plan.identity().job());
            return new JobExecution(runNumber, instance, parameters);
        }
    }

    private record WorkerRun(ImportJob job, long importNumber, ImportMeter meter, CompareChoice comparing)
            implements RunState {}

    /**
     * Invitation to import a partition.
     *
     * @param plan key of the import's plan
     * @param run number of the run that cut the partition
     * @param from offset of its first byte
     */
    record Invitation(String plan, long run, long from) {

        private static final int VERSION = 1;

        String text() {
            return JsonMapper.shared()
                    .createObjectNode()
                    .put("v", VERSION)
                    .put("import", plan)
                    .put("run", run)
                    .put("from", from)
                    .toString();
        }

        /** Returns the invitation of a text; empty for any other text. */
        static Optional<Invitation> parse(String text) {
            try {
                var json = JsonMapper.shared().readTree(text);
                return json.path("v").asInt(0) == VERSION
                        ? Optional.of(new Invitation(
                                json.path("import").stringValue(),
                                json.path("run").longValue(),
                                json.path("from").longValue()))
                        : Optional.empty();
            } catch (RuntimeException e) {
                return Optional.empty();
            }
        }

        String key() {
            return plan + " " + run;
        }
    }

    /**
     * Prefixes of paths that differ between the machine that planned an import and this one.
     *
     * @param prefixes by the prefix on the other machine
     */
    public record InputMap(Map<String, String> prefixes) {

        /** Name of the environment variable with the prefixes. */
        public static final String VARIABLE = "MONGOHAUL_INPUT_MAP";

        /** Every path is the same on all machines. */
        public static final InputMap SAME = new InputMap(Map.of());

        /** Returns the path on this machine, by the longest prefix of whole names. */
        String here(String path) {
            @Nullable
            String longest = prefixes.keySet().stream()
                    .filter(prefix ->
                            path.equals(prefix) || path.startsWith(prefix.endsWith("/") ? prefix : prefix + "/"))
                    .max(Comparator.comparingInt(String::length))
                    .orElse(null);
            return longest == null ? path : prefixes.get(longest) + path.substring(longest.length());
        }

        /** Returns rules that allow the folders of this machine only, unless the given ones name folders. */
        InputRules confine(InputRules rules) {
            List<Path> folders = prefixes.values().stream().map(Path::of).toList();
            return rules.confined(new PathRoots(folders), VARIABLE, rules.search());
        }
    }
}
