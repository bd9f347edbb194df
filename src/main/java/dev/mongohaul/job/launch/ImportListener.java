package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.step.Failures;
import dev.mongohaul.job.step.ImportRun;
import dev.mongohaul.job.step.RejectLimitExceededException;
import dev.mongohaul.mongo.ServerTroubleException;
import dev.mongohaul.reject.RejectExport.RejectExportException;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.TargetServer;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.listener.JobExecutionListener;

/**
 * Around a try: notes the server, and after it, however it ended, exports the rejects and tells the ending in one line
 * instead of a stack trace.
 */
final class ImportListener implements JobExecutionListener {

    private static final Logger LOG = LoggerFactory.getLogger(ImportListener.class);

    private final ImportRun run;
    private final TargetServer server;
    private final RejectFiles rejects;

    /** @param server that is written to */
    ImportListener(ImportRun run, TargetServer server, RejectFiles rejects) {
        this.run = run;
        this.server = server;
        this.rejects = rejects;
    }

    /** Saved with the first step. */
    @Override
    public void beforeJob(JobExecution execution) {
        server.putInto(execution.getExecutionContext());
        run.monitor().runs(execution.getJobInstanceId());
        run.meter().begun(new Run(execution, run.plan()));
    }

    @Override
    public void afterJob(JobExecution execution) {
        run.monitor().enter(ImportMonitor.Phase.FINISHING);
        Optional<Throwable> failure = failure(execution);
        Optional<Throwable> unfinished = finish(execution.getId());
        unfinished.ifPresent(why -> {
            execution.addFailureException(why);
            execution.setStatus(BatchStatus.FAILED);
        });
        Throwable cause = failure.or(() -> unfinished)
                .orElseGet(() -> new ImportFailedException("The import failed for an unknown reason"));
        if (stoppedInTrouble(execution, cause)) {
            execution.setStatus(BatchStatus.STOPPED);
        }
        ImportEnding ending = ending(execution, cause);
        boolean failed = ending == ImportEnding.FAILED || ending == ImportEnding.REJECT_LIMIT_EXCEEDED;
        execution.setExitStatus(new ExitStatus(ending.exitCode(), failed ? reason(cause, unfinished) : ""));
        run.meter().ended(new Run(execution, run.plan()));
    }

    /** Exports the rejects, also of a run that failed; returns why that could not be done. */
    private Optional<Throwable> finish(long execution) {
        try {
            run.lease().confirm();
            if (run.plan().begun()) {
                rejects.export(run.plan(), run.job().rejectsDirectory(), execution);
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(Failures.cause(e));
        }
    }

    /** A chunk that was given up since somebody waits for the end was not given up for the server's trouble. */
    private boolean stoppedInTrouble(JobExecution execution, Throwable cause) {
        return execution.getStatus() == BatchStatus.FAILED
                && run.monitor().stopRequested()
                && cause instanceof ServerTroubleException;
    }

    private ImportEnding ending(JobExecution execution, Throwable cause) {
        ImportPlan plan = run.plan();
        return switch (execution.getStatus()) {
            case COMPLETED ->
                plan.counts().rejected() == 0 ? ImportEnding.COMPLETED : ImportEnding.COMPLETED_WITH_REJECTS;
            case STOPPED, STOPPING -> ImportEnding.STOPPED;
            default ->
                cause instanceof RejectLimitExceededException
                        ? ImportEnding.REJECT_LIMIT_EXCEEDED
                        : ImportEnding.FAILED;
        };
    }

    /** Rejects that could not be exported are mentioned beside another failure. */
    private static String reason(Throwable cause, Optional<Throwable> unfinished) {
        LOG.debug("The import failed", cause);
        String reason = Failures.describe(cause);
        return unfinished
                .filter(other -> other instanceof RejectExportException && other != cause)
                .map(other -> reason + (reason.endsWith(".") ? " " : ". ") + Failures.describe(other))
                .orElse(reason);
    }

    /** A piece's failure, before what Spring Batch makes of it. */
    private Optional<Throwable> failure(JobExecution execution) {
        return run.failure()
                .or(() -> execution.getAllFailureExceptions().stream().findFirst())
                .map(Failures::cause);
    }
}
