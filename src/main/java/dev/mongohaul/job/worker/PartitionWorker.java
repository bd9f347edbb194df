package dev.mongohaul.job.worker;

import dev.mongohaul.broker.ReceivedMessage;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ChunkMemory;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.MemoryShare;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.run.ImportMeter;
import dev.mongohaul.job.run.ImportMeters;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.step.BatchJobFactory;
import dev.mongohaul.job.step.PartitionWork;
import dev.mongohaul.job.target.StagedLoad;
import dev.mongohaul.job.target.TargetRefusedException;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.repository.claim.Claims;
import dev.mongohaul.repository.claim.PartitionLease;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.writer.delivery.CompareChoice;
import dev.mongohaul.writer.delivery.DuplicateIdException;
import dev.mongohaul.writer.send.SendThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.step.StepExecution;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Worker on the partitions of any import. It needs neither job files nor state: the plan of an import and its run contain
 * what it has to know. Each thread calls {@link #handle} for one invitation after the other.
 *
 * <p>An invitation gives no right. The process that claims the partition in MongoDB writes it.
 */
final class PartitionWorker {

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

    /** Makes all threads give their partitions back after the chunk in flight. */
    public void stop() {
        stopping = true;
    }

    /** Forgets imports that have ended, and stops the work on those that should stop. Must be called about every second. */
    public void refresh() {
        known.entrySet().removeIf(entry -> !entry.getValue().refresh(jobs));
    }

    /**
     * Imports the partition of an invitation, unless it was imported already.
     *
     * @throws UnfitException if only this worker cannot do it; the invitation has to be delivered again
     */
    public WorkEnding handle(ReceivedMessage received) {
        Optional<Invitation> invitation = Invitation.parse(received.text());
        if (invitation.isEmpty()) {
            LOG.warn("A message that is no invitation of this version was dropped");
            meters.dropped();
            return WorkEnding.PASSED;
        }
        WorkEnding ending = handle(invitation.get(), received.id());
        if (ending == WorkEnding.PASSED) {
            meters.ended(ending, Duration.ZERO);
        }
        return ending;
    }

    private WorkEnding handle(Invitation invited, String message) {
        if (!jobs.plans().isOpen(invited.plan(), invited.run())) {
            return WorkEnding.PASSED;
        }
        WorkedImport work = known.computeIfAbsent(invited.key(), key -> prepare(invited));
        work.requireFit();
        try (MemoryShare memory = ChunkMemory.OF_PROCESS.takeForOne(work.run().job(), () -> stopping)) {
            Objects.requireNonNull(memory);
            return stopping
                    ? WorkEnding.RELEASED
                    : claims.claim(invited.plan(), invited.run(), invited.from(), message)
                            .map(lease -> write(work, lease, () -> stopping))
                            .orElse(WorkEnding.PASSED);
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
            CompareChoice comparing = job.comparing();
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
        if (settings.at("/source/expect") instanceof ObjectNode expect) {
            // The companions lie beside the files of the machine that planned the import, which has seen them.
            expect.retain(List.of("trailer"));
        }
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
            if (index >= here.size() || !here.get(index).isCopyOf(planned)) {
                throw new UnfitException("%s differs on this machine in size, time of the last change or version"
                        .formatted(inputMap.here(planned.path())));
            }
        }
        String database = MongoConnections.database(jobs.connections().data(), job.file());
        if (!job.identity(plan.identity().content(), database)
                .withAgain(plan.identity().again())
                .equals(plan.identity())) {
            throw new UnfitException("its settings make other documents, or write into another database"
                    + job.processor()
                            .map(processor -> ", or the processor %s, which is version %s here, has another version"
                                    .formatted(processor.name(), processor.version()))
                            .orElse(""));
        }
        return job;
    }

    /**
     * Imports a claimed partition.
     *
     * @param stop whether to give the partition back after the chunk in flight
     */
    WorkEnding write(WorkedImport work, PartitionLease lease, BooleanSupplier stop) {
        long begun = System.nanoTime();
        lease.takeoverCause().ifPresent(meters::takenOver);
        WorkEnding ending = importPartition(work, lease, stop);
        meters.ended(ending, Duration.ofNanos(System.nanoTime() - begun));
        return ending;
    }

    private WorkEnding importPartition(WorkedImport work, PartitionLease lease, BooleanSupplier stop) {
        try (lease) {
            jobs.endSessions(
                    work.plan().identity().target(),
                    lease.formerSessions(),
                    jobs.plans().retries());
            ImportPartition partition = lease.partition();
            StepExecution execution = execution(work, lease);
            ImportJob compared = SentTogether.result(
                    () -> work.run().job().comparedWith(lease.sums(), partition),
                    () -> jobs.rejects()
                            .deleteBetween(
                                    work.run().importNumber(), partition.doneTo(), partition.to(), lease::confirm),
                    () -> lease.begins(execution.getId()));
            PartitionWork input = new PartitionWork(
                    work.run(), work.plan(), partition, lease.index(), compared, lease, SendThreads.NONE);
            BooleanSupplier stopping = () -> stop.getAsBoolean() || work.isEnding() || lease.isLost();
            jobs.workerStep(input, compared.rendering(), true, stopping).execute(execution);
            return ending(work, lease, execution);
        } catch (LeaseLostException e) {
            return WorkEnding.LOST;
        } catch (Throwable e) {
            return giveBack(work, lease, Failures.cause(e));
        }
    }

    /** Returns the execution of the partition's step, which all its owners share. */
    private StepExecution execution(WorkedImport work, PartitionLease lease) {
        String name = Run.stepOf(lease.partition());
        JobExecution run = work.execution(lease.token());
        Long begun = lease.step();
        return begun == null ? jobs.repository().createStepExecution(name, run) : new StepExecution(begun, name, run);
    }

    private static WorkEnding ending(WorkedImport work, PartitionLease lease, StepExecution execution) {
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            return WorkEnding.FINISHED;
        }
        Optional<Throwable> failure =
                execution.getFailureExceptions().stream().map(Failures::cause).findFirst();
        if (lease.isLost()
                || failure.filter(LeaseLostException.class::isInstance).isPresent()) {
            return WorkEnding.LOST;
        }
        if (execution.getStatus() == BatchStatus.STOPPED || failure.isEmpty()) {
            lease.release(null, false);
            return WorkEnding.RELEASED;
        }
        return giveBack(work, lease, failure.get());
    }

    private static WorkEnding giveBack(WorkedImport work, PartitionLease lease, Throwable failure) {
        if (isOfTheInput(failure)) {
            work.unfit(Failures.describe(failure));
        }
        boolean fatal = !(failure instanceof TransientServerException) && isForGood(failure);
        LOG.warn("A partition was given back: {}", Failures.describe(failure));
        LOG.debug("The partition failed", failure);
        lease.release(Failures.describe(failure), fatal);
        return fatal ? WorkEnding.FAILED : WorkEnding.RELEASED;
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
}
