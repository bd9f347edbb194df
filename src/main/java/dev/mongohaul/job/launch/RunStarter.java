package dev.mongohaul.job.launch;

import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import org.jspecify.annotations.Nullable;
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

    private final JobRepository repository;
    private final ImportPlans plans;
    private final JobOperator operator;

    RunStarter(JobRepository repository, ImportPlans plans) {
        this.repository = repository;
        this.plans = plans;
        this.operator = operator(repository);
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
     * Repairs the records of killed runs, and runs the job to its end.
     *
     * @param plan of the import
     * @param settings of the import; null for an undo, which has none
     * @throws ImportRunningException if another process runs this import
     * @throws ImportFailedException if the run could not be started, or its end not be saved
     */
    JobExecution run(Job job, ImportPlan plan, ImportLease lease, @Nullable String settings) {
        JobParametersBuilder parameters =
                new JobParametersBuilder(plan.identity().parameters());
        if (settings != null) {
            parameters.addString(Run.SETTINGS, settings, false);
        }
        parameters.addString(Lease.PARAMETER, lease.lease().token(), false);
        JobParameters complete = parameters.toJobParameters();
        new KilledRuns(repository).markFailed(plan, complete);
        return start(job, complete, plan);
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
            throw cause instanceof LeaseLostException lost
                    ? lost
                    : new ImportFailedException(
                            "The run's state cannot be saved: %s. Run the same command to resume"
                                    .formatted(Failures.describe(cause)),
                            cause);
        }
    }
}
