package dev.mongohaul.job.launch;

import dev.mongohaul.job.ChunkMemory;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.ImportLauncher.ImportFailedException;
import dev.mongohaul.job.launch.ImportLauncher.ImportRunningException;
import dev.mongohaul.job.launch.ImportLauncher.LaunchResult;
import dev.mongohaul.job.step.Failures;
import dev.mongohaul.job.step.ImportMeters;
import dev.mongohaul.job.step.ImportMeters.ImportMeter;
import dev.mongohaul.job.step.ImportRun;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportLease;
import dev.mongohaul.repository.ImportLease.LeaseLostException;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Lease;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.Run;
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

/** Runs one more run of an import: takes the lease, puts right what a killed run left behind, and runs the job. */
@Component
final class ImportTries {

    private static final Logger LOG = LoggerFactory.getLogger(ImportTries.class);

    private final ImportPlans plans;
    private final ImportJobFactory jobs;
    private final JobOperator operator;
    private final KilledRuns crashedTries;
    private final RepositoryProperties properties;
    private final ImportMeters meters;

    ImportTries(
            ImportPlans plans,
            ImportJobFactory jobs,
            JobOperator operator,
            KilledRuns crashedTries,
            RepositoryProperties properties,
            ObjectProvider<ImportMeters> meters) {
        this.plans = plans;
        this.jobs = jobs;
        this.operator = operator;
        this.crashedTries = crashedTries;
        this.properties = properties;
        this.meters = meters.getIfAvailable(() -> ImportMeters.NONE);
    }

    LaunchResult run(ImportJob job, InputScan scan, ImportPlan known, ImportMonitor monitor) {
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

    /** A lease that ends while the server is waited for would hand the import to another process for nothing. */
    private void requireLongLease(ImportJob job) {
        if (job.write().rideThrough().multipliedBy(2).compareTo(properties.lease()) >= 0) {
            throw new ImportFailedException(
                    "mongohaul.repository.lease (%s) must be more than twice mongohaul.import.ride-through (%s)"
                            .formatted(properties.lease(), job.write().rideThrough()));
        }
    }

    /** The plan is completed after the run, as its last write: what is killed in between is put right by the next run. */
    private LaunchResult run(ImportRun run, InputScan scan) {
        ImportPlan plan = run.plan();
        JobParameters parameters =
                parameters(run.job(), plan.identity(), run.lease().lease());
        crashedTries.recover(plan, parameters);
        JobExecution execution = start(jobs.create(run, scan), parameters, plan);
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            plans.complete(plan.key(), run.lease().lease());
        } else if (run.wroteNothing()) {
            saveUnsent(run);
        }
        return LaunchResult.ran(execution.getId(), run.plan());
    }

    /** Makes way for a job that is changed afterwards; where it cannot be saved, a person has to. */
    private void saveUnsent(ImportRun run) {
        try {
            plans.saveSent(run.plan().key(), false, run.lease().lease());
        } catch (RuntimeException e) {
            LOG.debug("That nothing was written was not saved", e);
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
                        "The run's state cannot be saved: %s. The same command goes on"
                                .formatted(Failures.describe(cause)),
                        cause);
    }

    private static JobParameters parameters(ImportJob job, ImportIdentity identity, Lease lease) {
        return new JobParametersBuilder(identity.parameters())
                .addString(Run.SETTINGS, job.settings(), false)
                .addString(Lease.PARAMETER, lease.token(), false)
                .toJobParameters();
    }
}
