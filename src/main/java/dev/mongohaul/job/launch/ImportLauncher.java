package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.ImportHistory.ImportDecision;
import dev.mongohaul.job.launch.TargetCollection.TargetRefusedException;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportLease;
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
import org.springframework.stereotype.Component;

/** Launches imports: decides whether there is anything to do, and has it done on the calling thread. */
@Component
public final class ImportLauncher {

    private static final Logger LOG = LoggerFactory.getLogger(ImportLauncher.class);

    private final ImportPlans plans;
    private final RejectStore rejects;
    private final Runs runs;
    private final ImportJobFactory jobs;
    private final ImportTries tries;
    private final RepositoryProperties properties;

    ImportLauncher(
            ImportPlans plans,
            RejectStore rejects,
            Runs runs,
            ImportJobFactory jobs,
            ImportTries tries,
            RepositoryProperties properties) {
        this.plans = plans;
        this.rejects = rejects;
        this.runs = runs;
        this.jobs = jobs;
        this.tries = tries;
        this.properties = properties;
    }

    /**
     * Loads the input unless it is loaded.
     *
     * @param scanning what {@link InputScan#begin} gave
     * @param again whether to load it although it is
     * @return the run that was run, or the one that loaded the content before
     * @throws ImportRefusedException where a person has to choose first
     * @throws TargetRefusedException where the target cannot keep what an import promises
     * @throws ImportRunningException where another process runs it, or another import of the job
     * @throws ImportFailedException where a run could not be begun, or its end not be saved
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
                return tries.run(job.of(scan), scan, plan.get(), monitor);
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

    /** The plan to work on; empty where another launch of the job was faster, so that there is more to decide by. */
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

    /** The rejects of an import that wrote nothing are those of settings that the job has no more. */
    private void supersede(ImportPlan plan, ImportIdentity wanted) {
        abandon(plan);
        if (!plan.mayHaveSent() && plan.identity().sameContent(wanted) && plan.jobInstanceId() > 0) {
            rejects.deleteAll(plan.jobInstanceId());
        }
    }

    /**
     * Gives up an unfinished import.
     *
     * @throws ImportRunningException where another process runs it
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

    /**
     * What a launch came to.
     *
     * @param jobExecutionId the run that was run; 0 where the content was loaded before
     * @param plan the import as it stands now
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

    /** What is told where an import that was asked for has nothing to do. */
    public static final class NothingToDo {

        private NothingToDo() {}

        /** There is no record, and the job allows that. */
        public static String noRecord(String job) {
            return job + ": nothing to import, which the job allows (empty: ok)";
        }

        /**
         * The content is loaded.
         *
         * @param run the one that loaded it
         */
        public static String loadedBefore(String job, Run run) {
            return "%s: nothing to do, this content was loaded by run %d%s."
                    .formatted(job, run.id(), run.ending() == ImportEnding.COMPLETED_WITH_REJECTS ? ", with rejects" : "");
        }
    }

    /** The import, or another of its job, is running in another process. */
    public static final class ImportRunningException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private ImportRunningException(String message) {
            super(message);
        }

        /** Another launch gave this import up for its own, before it began. */
        static ImportRunningException overtaken(ImportPlan plan) {
            return new ImportRunningException("%s was launched twice at the same moment, and the other launch goes on"
                    .formatted(plan.identity().job()));
        }

        /** This process runs one, or ends. */
        public static ImportRunningException here(String job) {
            return new ImportRunningException("%s is being imported already, by this process".formatted(job));
        }

        static ImportRunningException of(ImportPlans plans, ImportPlan plan) {
            String owner = Optional.ofNullable(plans.find(plan.key()).orElse(plan).lease())
                    .map(Lease::owner)
                    .orElse("another process");
            return new ImportRunningException(
                    "%s is being imported already, by %s".formatted(plan.identity().job(), owner));
        }
    }

    /** An import that cannot go on; the message says why in one line. */
    public static class ImportFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ImportFailedException(String message) {
            super(Printable.of(message));
        }

        /** With a cause, for whoever wants to know more than the message tells. */
        ImportFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
