package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ChunkMemory;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.ImportHistory.ImportDecision;
import dev.mongohaul.job.launch.TargetCollection.TargetRefusedException;
import dev.mongohaul.job.step.Failures;
import dev.mongohaul.job.step.ImportMeters;
import dev.mongohaul.job.step.ImportMeters.ImportMeter;
import dev.mongohaul.job.step.ImportRun;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportLease;
import dev.mongohaul.repository.ImportLease.LeaseLostException;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Lease;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.text.Printable;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobExecutionAlreadyRunningException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Launcher of imports, on the calling thread.
 *
 * <p>It decides whether the content has to be loaded, plans a new import or takes the plan of an unfinished one, claims the
 * import's lease, repairs the records of killed runs, and runs the Spring Batch job that {@link BatchJobFactory} makes.
 */
@Component
public final class ImportLauncher {

    private static final Logger LOG = LoggerFactory.getLogger(ImportLauncher.class);

    private final ImportPlans plans;
    private final RejectStore rejects;
    private final Runs runs;
    private final BatchJobFactory jobs;
    private final JobOperator operator;
    private final KilledRuns killedRuns;
    private final RepositoryProperties properties;
    private final ImportMeters meters;

    ImportLauncher(
            ImportPlans plans,
            RejectStore rejects,
            Runs runs,
            BatchJobFactory jobs,
            JobOperator operator,
            KilledRuns killedRuns,
            RepositoryProperties properties,
            ObjectProvider<ImportMeters> meters) {
        this.plans = plans;
        this.rejects = rejects;
        this.runs = runs;
        this.jobs = jobs;
        this.operator = operator;
        this.killedRuns = killedRuns;
        this.properties = properties;
        this.meters = meters.getIfAvailable(() -> ImportMeters.NONE);
    }

    /**
     * Loads the input unless it was loaded before.
     *
     * @param scanning the scan of the input that {@link InputScan#begin} started
     * @param again whether to load content that was loaded before
     * @throws ImportRefusedException if an earlier import is in the way and the user has to choose
     * @throws TargetRefusedException if the collection cannot keep each document once
     * @throws ImportRunningException if another process runs this import or another one of the job
     * @throws ImportFailedException if the run could not be started, or its end not be saved
     */
    public LaunchResult launch(ImportJob job, Future<InputScan> scanning, boolean again, ImportMonitor monitor) {
        InputScan scan = await(scanning);
        ImportIdentity wanted = jobs.identity(job, scan);
        monitor.expect(job.inputBytes());
        while (true) {
            ImportHistory history = new ImportHistory(plans.findByJob(job.name()));
            ImportDecision decision = history.decide(wanted, again, job.abandonsUnfinished());
            if (decision instanceof ImportDecision.NothingToDo nothing) {
                return LaunchResult.loadedBefore(nothing.loaded());
            }
            Optional<ImportPlan> plan = planOf(decision, job, wanted);
            if (plan.isPresent()) {
                if (decision instanceof ImportDecision.Begin && job.addsUnderOtherIds() && history.hasStored(wanted)) {
                    LOG.warn(
                            "{}: documents of this content are in {} already; each is added once more, with another _id",
                            job.name(),
                            wanted.target());
                }
                return run(job.of(scan), scan, plan.get(), monitor);
            }
        }
    }

    private static InputScan await(Future<InputScan> scanning) {
        try {
            return scanning.get();
        } catch (InterruptedException e) {
            scanning.cancel(true);
            Thread.currentThread().interrupt();
            throw stoppedEarly();
        } catch (CancellationException e) {
            throw stoppedEarly();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    private static InputException stoppedEarly() {
        return InputException.refused("Stopped while the input was read; nothing was loaded");
    }

    /** Returns the plan to run; empty if another launch of the job stored one first, so that the decision is made again. */
    private Optional<ImportPlan> planOf(ImportDecision decision, ImportJob job, ImportIdentity wanted) {
        if (decision instanceof ImportDecision.Refuse refuse) {
            requireNotRunning(refuse.earlier());
            throw ImportRefusedException.of(refuse, wanted, job, lastRun(refuse.earlier()));
        }
        jobs.requireTarget(job);
        if (decision instanceof ImportDecision.Continue unfinished) {
            return Optional.of(unfinished.plan());
        }
        ImportDecision.Begin begin = (ImportDecision.Begin) decision;
        begin.superseded().forEach(plan -> supersede(plan, wanted));
        ImportPlan plan = ImportPlan.of(begin.identity(), job.request(), job.head(), job.plannedInputs());
        return plans.insertIfAbsent(plan) ? Optional.of(plan) : Optional.empty();
    }

    /** Abandons the plan. The rejects of an import that wrote nothing belong to former settings of the job and are deleted. */
    private void supersede(ImportPlan plan, ImportIdentity wanted) {
        abandon(plan);
        if (!plan.mayHaveSent() && plan.identity().sameContent(wanted) && plan.jobInstanceId() > 0) {
            rejects.deleteAll(plan.jobInstanceId());
        }
    }

    /**
     * Abandons an unfinished import.
     *
     * @throws ImportRunningException if another process runs it
     */
    public void abandon(ImportPlan plan) {
        try (ImportLease lease = claimNow(plan)) {
            jobs.end(plans.find(plan.key()).orElse(plan), lease.retryPolicy());
            plans.abandon(plan.key(), lease.lease());
        }
    }

    private void requireNotRunning(ImportPlan plan) {
        if (plans.leases().isHeld(plan.key())) {
            throw ImportRunningException.of(plans, plan);
        }
    }

    private ImportLease claimNow(ImportPlan plan) {
        return ImportLease.claim(plans, plan.key(), properties.lease())
                .orElseThrow(() -> ImportRunningException.of(plans, plan));
    }

    private Optional<Run> lastRun(ImportPlan plan) {
        return runs.runsOf(plan.jobInstanceId()).stream().reduce((earlier, later) -> later);
    }

    private LaunchResult run(ImportJob job, InputScan scan, ImportPlan known, ImportMonitor monitor) {
        requireLongLease(job);
        ChunkMemory.Share memory = ChunkMemory.OF_PROCESS.take(job, monitor);
        try {
            return claimAndRun(job, scan, known, monitor);
        } finally {
            memory.giveBack();
        }
    }

    private LaunchResult claimAndRun(ImportJob job, InputScan scan, ImportPlan known, ImportMonitor monitor) {
        try (ImportLease lease = new LeaseQueue(plans, properties.lease()).claim(known, monitor)) {
            ImportPlan plan = plans.find(known.key()).orElseThrow();
            return switch (plan.state()) {
                case UNFINISHED -> run(new ImportRun(job, plan, lease, monitor, meter(job)), scan);
                case COMPLETED -> LaunchResult.loadedBefore(plan);
                case ABANDONED -> throw ImportRunningException.overtaken(plan);
            };
        }
    }

    private ImportMeter meter(ImportJob job) {
        return meters.of(job.name(), job.writer().name());
    }

    /** If the lease ended while a write is retried, another process would take the import over. */
    private void requireLongLease(ImportJob job) {
        if (job.write().rideThrough().multipliedBy(2).compareTo(properties.lease()) >= 0) {
            throw new ImportFailedException(
                    "mongohaul.repository.lease (%s) must be more than twice mongohaul.import.ride-through (%s)"
                            .formatted(properties.lease(), job.write().rideThrough()));
        }
    }

    /** The plan is marked as completed after the run. If the process is killed in between, the next run does it. */
    private LaunchResult run(ImportRun run, InputScan scan) {
        ImportPlan plan = run.plan();
        JobParameters parameters =
                parameters(run.job(), plan.identity(), run.lease().lease());
        killedRuns.markFailed(plan, parameters);
        JobExecution execution = start(jobs.create(run, scan), parameters, plan);
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            plans.complete(plan.key(), run.lease().lease());
        } else if (run.wroteNothing()) {
            saveUnsent(run);
        }
        return LaunchResult.ran(execution.getId(), run.plan());
    }

    /** Saves that nothing was written, so that a changed job may replace this import; without it, the user has to abandon it. */
    private void saveUnsent(ImportRun run) {
        try {
            plans.saveSent(run.plan().key(), false, run.lease().lease());
        } catch (RuntimeException e) {
            LOG.debug("It could not be saved that this run wrote nothing", e);
        }
    }

    private JobExecution start(Job springBatchJob, JobParameters parameters, ImportPlan plan) {
        try {
            return operator.start(springBatchJob, parameters);
        } catch (JobExecutionAlreadyRunningException e) {
            throw ImportRunningException.of(plans, plan);
        } catch (JobExecutionException e) {
            throw new ImportFailedException("The import cannot be started: " + e.getMessage());
        } catch (RuntimeException e) {
            throw unsaved(Failures.cause(e));
        }
    }

    private static RuntimeException unsaved(Throwable cause) {
        return cause instanceof LeaseLostException lost
                ? lost
                : new ImportFailedException(
                        "The run's state cannot be saved: %s. Run the same command to resume"
                                .formatted(Failures.describe(cause)),
                        cause);
    }

    private static JobParameters parameters(ImportJob job, ImportIdentity identity, Lease lease) {
        return new JobParametersBuilder(identity.parameters())
                .addString(Run.SETTINGS, job.settings(), false)
                .addString(Lease.PARAMETER, lease.token(), false)
                .toJobParameters();
    }

    /**
     * Result of a launch.
     *
     * @param jobExecutionId number of the run; 0 if the content was loaded before
     * @param plan of the import, as it is stored now
     */
    public record LaunchResult(long jobExecutionId, ImportPlan plan) {

        static LaunchResult ran(long jobExecutionId, ImportPlan plan) {
            return new LaunchResult(jobExecutionId, plan);
        }

        static LaunchResult loadedBefore(ImportPlan plan) {
            return new LaunchResult(0, plan);
        }

        public boolean nothingToDo() {
            return jobExecutionId == 0;
        }
    }

    /** Messages of launches that had nothing to do. */
    public static final class NothingToDo {

        private NothingToDo() {}

        /** Returns the message for an input without records, if the job allows that. */
        public static String noRecord(String job) {
            return job + ": nothing to import, which the job allows (empty: ok)";
        }

        /** Returns the message for content that the given run loaded. */
        public static String loadedBefore(String job, Run run) {
            return "%s: nothing to do, this content was loaded by run %d%s."
                    .formatted(
                            job, run.id(), run.ending() == ImportEnding.COMPLETED_WITH_REJECTS ? ", with rejects" : "");
        }
    }

    /** Exception for an import that cannot start because it, or another import of its job, is running. */
    public static final class ImportRunningException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private ImportRunningException(String message) {
            super(message);
        }

        /** Another launch abandoned this import, before it began, in favour of its own. */
        static ImportRunningException overtaken(ImportPlan plan) {
            return new ImportRunningException("%s was launched twice at the same time; the other launch continues"
                    .formatted(plan.identity().job()));
        }

        /** This process runs an import of the job, or is shutting down. */
        public static ImportRunningException here(String job) {
            return new ImportRunningException("%s is being imported already, by this process".formatted(job));
        }

        static ImportRunningException of(ImportPlans plans, ImportPlan plan) {
            String owner = Optional.ofNullable(
                            plans.find(plan.key()).orElse(plan).lease())
                    .map(Lease::owner)
                    .orElse("another process");
            return new ImportRunningException("%s is being imported already, by %s"
                    .formatted(plan.identity().job(), owner));
        }
    }

    /** Exception for an import that cannot continue. The message is one line. */
    public static class ImportFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ImportFailedException(String message) {
            super(Printable.of(message));
        }

        ImportFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
