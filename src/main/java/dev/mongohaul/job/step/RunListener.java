package dev.mongohaul.job.step;

import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.run.LimitExceededException;
import dev.mongohaul.job.run.PlannedRun;
import dev.mongohaul.job.run.RejectLimitExceededException;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.reject.export.RejectExportException;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.TargetServer;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.listener.JobExecutionListener;

/**
 * Listener of a run, of an import or an undo: stores the server at its start, and at its end exports the rejects and stores
 * the outcome, with a one-line reason instead of a stack trace.
 *
 * @param export action that exports the rejects of an import, and gets the number of the run
 */
record RunListener(PlannedRun run, TargetServer server, LongConsumer export) implements JobExecutionListener {

    private static final Logger LOG = LoggerFactory.getLogger(RunListener.class);

    /** Stores the server, which is saved with the first step. */
    @Override
    public void beforeJob(JobExecution execution) {
        server.putInto(execution.getExecutionContext());
        run.monitor().runs(execution.getJobInstanceId());
        run.meter().begun(new Run(execution, run.plan()));
    }

    @Override
    public void afterJob(JobExecution execution) {
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            run.monitor().enter(Phase.FINISHING);
        }
        Optional<Throwable> failure = failure(execution);
        Optional<Throwable> exportFailure = exportRejects(execution.getId());
        exportFailure.ifPresent(why -> {
            execution.addFailureException(why);
            execution.setStatus(BatchStatus.FAILED);
        });
        Throwable cause = failure.or(() -> exportFailure)
                .orElseGet(() -> new ImportFailedException("The run failed for an unknown reason"));
        if (stoppedDuringRetries(execution, cause)) {
            execution.setStatus(BatchStatus.STOPPED);
        }
        RunStatus ending = ending(execution, cause);
        execution.setExitStatus(new ExitStatus(ending.exitCode(), ending.failed() ? reason(cause, exportFailure) : ""));
        run.meter().ended(new Run(execution, run.plan()));
    }

    /** Exports the rejects, even of a failed run, and returns the failure if that is impossible. */
    private Optional<Throwable> exportRejects(long execution) {
        try {
            run.lease().confirm();
            if (run.plan().begun()) {
                export.accept(execution);
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(Failures.cause(e));
        }
    }

    /** Returns whether a chunk failed because its retries were cut short by a stop request. */
    private boolean stoppedDuringRetries(JobExecution execution, Throwable cause) {
        return execution.getStatus() == BatchStatus.FAILED
                && run.monitor().stopRequested()
                && cause instanceof TransientServerException;
    }

    private RunStatus ending(JobExecution execution, Throwable cause) {
        return switch (execution.getStatus()) {
            case COMPLETED ->
                run.plan().counts().rejected() == 0 ? RunStatus.COMPLETED : RunStatus.COMPLETED_WITH_REJECTS;
            case STOPPED, STOPPING -> RunStatus.STOPPED;
            default -> {
                if (cause instanceof RejectLimitExceededException) {
                    yield RunStatus.REJECT_LIMIT_EXCEEDED;
                }
                yield cause instanceof LimitExceededException ? RunStatus.LIMIT_EXCEEDED : RunStatus.FAILED;
            }
        };
    }

    /** Returns the reason of the failure, followed by the reason why rejects could not be exported, if any. */
    private static String reason(Throwable cause, Optional<Throwable> exportFailure) {
        LOG.debug("The import failed", cause);
        String reason = Failures.describe(cause);
        return exportFailure
                .filter(other -> other instanceof RejectExportException && other != cause)
                .map(other -> reason + (reason.endsWith(".") ? " " : ". ") + Failures.describe(other))
                .orElse(reason);
    }

    /** Returns the failure of a partition, else the first one that Spring Batch has. */
    private Optional<Throwable> failure(JobExecution execution) {
        return run.failure()
                .or(() -> execution.getAllFailureExceptions().stream().findFirst())
                .map(Failures::cause);
    }
}
