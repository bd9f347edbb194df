package dev.mongohaul.job.run;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.stereotype.Component;

/**
 * Marks tries as failed whose process died: Spring Batch takes them for running otherwise, for ever.
 *
 * <p>Called by the holder of the import's lease, so no such try can be alive.
 */
@Component
final class CrashedTries {

    private static final Logger LOG = LoggerFactory.getLogger(CrashedTries.class);

    /** Spring Batch's own mark. It is carried over to the next try, and keeps a second crash from being recovered. */
    private static final String RECOVERED = "batch.recovered";

    private final JobRepository repository;
    private final JobOperator operator;

    CrashedTries(JobRepository repository, JobOperator operator) {
        this.repository = repository;
        this.operator = operator;
    }

    void recover(String jobName, JobParameters parameters) {
        JobInstance instance = repository.getJobInstance(jobName, parameters);
        if (instance == null) {
            return;
        }
        List<JobExecution> executions = repository.getJobExecutions(instance);
        if (executions.isEmpty()) {
            // Died between the two inserts: Spring Batch can neither start nor restart such an instance.
            repository.deleteJobInstance(instance);
        }
        executions.stream().filter(JobExecution::isRunning).forEach(this::recover);
    }

    private void recover(JobExecution execution) {
        LOG.info("Run {} was killed; the import goes on from where it was", execution.getId());
        execution.getExecutionContext().remove(RECOVERED);
        for (StepExecution step : execution.getStepExecutions()) {
            step.getExecutionContext().remove(RECOVERED);
        }
        execution.setExitStatus(new ExitStatus(ExitStatus.FAILED.getExitCode(), "The process was killed"));
        operator.recover(execution);
    }
}
