package dev.mongohaul.job.launch;

import dev.mongohaul.job.run.EndNotSavedException;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.step.BatchJobFactory;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobExecutionAlreadyRunningException;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.core.task.SyncTaskExecutor;

/** Starter of Spring Batch jobs, of imports and of undos, whose lease the caller holds. They run on the calling thread. */
final class RunStarter {

    private static final Logger LOG = LoggerFactory.getLogger(RunStarter.class);

    private final BatchJobFactory jobs;
    private final ImportPlans plans;
    private final JobOperator operator;

    RunStarter(BatchJobFactory jobs) {
        this.jobs = jobs;
        this.plans = jobs.plans();
        this.operator = operator(jobs.repository());
    }

    /** Returns an operator without the transactions of Spring Batch's, which no repository call needs. */
    private static JobOperator operator(JobRepository repository) {
        TaskExecutorJobOperator operator = new TaskExecutorJobOperator();
        operator.setJobRepository(repository);
        operator.setJobRegistry(new MapJobRegistry());
        operator.setTaskExecutor(new SyncTaskExecutor());
        try {
            operator.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("The job operator is incomplete", e);
        }
        return operator;
    }

    /**
     * Repairs the records of killed runs, and runs the job to its end. If it does not complete, the server sessions of the run
     * are ended: the network may still deliver their commands.
     *
     * @param plan of the import
     * @param settings of the import; null for an undo, which has none
     * @throws ImportRunningException if another process runs this import
     * @throws ImportFailedException if the run could not be started
     * @throws EndNotSavedException if the server did not save the state of the run
     */
    JobExecution run(Job job, ImportPlan plan, ImportLease lease, @Nullable String settings) {
        JobParametersBuilder parameters =
                new JobParametersBuilder(plan.identity().parameters());
        if (settings != null) {
            parameters.addString(Run.SETTINGS, settings, false);
        }
        parameters.addString(Lease.PARAMETER, lease.lease().token(), false);
        JobParameters complete = parameters.toJobParameters();
        if (plan.begun()) {
            jobs.restoreRun(plan);
        }
        new KilledRuns(jobs.repository()).markFailed(plan, complete);
        boolean completed = false;
        try {
            JobExecution execution = start(job, complete, plan);
            completed = execution.getStatus() == BatchStatus.COMPLETED;
            return execution;
        } finally {
            if (completed || endSessions(plan.key(), lease)) {
                lease.freeTarget();
            }
        }
    }

    /** Returns whether the sessions are ended. If not, the plan keeps the target, and the next import into it ends them. */
    private boolean endSessions(String key, ImportLease lease) {
        try {
            Optional<ImportPlan> ended = plans.findWithoutPartitions(key)
                    .filter(lease::isOf)
                    .map(plans::takeOver)
                    .filter(lease::isOf);
            ended.ifPresent(plan -> jobs.endSessions(plan.identity().target(), plan.sessions(), RetryBudget.NONE));
            return ended.isPresent();
        } catch (RuntimeException e) {
            LOG.debug("The sessions of the run were not ended", e);
            return false;
        }
    }

    private JobExecution start(Job job, JobParameters parameters, ImportPlan plan) {
        try {
            return operator.start(job, parameters);
        } catch (JobExecutionAlreadyRunningException e) {
            throw ImportRunningException.of(plans, plan);
        } catch (JobExecutionException e) {
            throw new ImportFailedException("The import cannot be started: " + e.getMessage());
        } catch (RuntimeException e) {
            Throwable cause = Failures.cause(e);
            if (cause instanceof LeaseLostException lost) {
                throw lost;
            }
            String next = EarlierImport.isOfStandardInput(plan)
                    ? "Standard input cannot be continued: add unfinished=abandon to the command"
                    : "Run the same command to continue";
            String message = "The run's state cannot be saved: %s. " + next;
            throw cause instanceof TransientServerException server
                    ? new EndNotSavedException(message.formatted(TransientServerException.problem(server)), cause)
                    : new ImportFailedException(message.formatted(Failures.describe(cause)), cause);
        }
    }
}
