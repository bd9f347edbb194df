package dev.mongohaul.job.run;

import dev.mongohaul.job.piece.ImportRun;
import dev.mongohaul.job.piece.RejectLimitExceededException;
import dev.mongohaul.job.step.Failures;
import dev.mongohaul.job.step.ImportMonitor;
import dev.mongohaul.mongo.trouble.ServerTroubleException;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.TargetServer;
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
        try {
            run.lease().confirm();
            if (run.plan().begun()) {
                rejects.export(run.plan(), run.job().rejectsDirectory());
            }
        } catch (RuntimeException e) {
            execution.addFailureException(e);
            execution.setStatus(BatchStatus.FAILED);
        }
        if (stoppedInTrouble(execution)) {
            execution.setStatus(BatchStatus.STOPPED);
        }
        ImportEnding ending = ending(execution);
        execution.setExitStatus(exitStatus(execution, ending));
        run.meter().ended(new Run(execution, run.plan()));
    }

    /** A chunk that was given up since somebody waits for the end was not given up for the server's trouble. */
    private boolean stoppedInTrouble(JobExecution execution) {
        return execution.getStatus() == BatchStatus.FAILED
                && run.monitor().stopRequested()
                && cause(execution) instanceof ServerTroubleException;
    }

    private ExitStatus exitStatus(JobExecution execution, ImportEnding ending) {
        boolean failed = ending == ImportEnding.FAILED || ending == ImportEnding.REJECT_LIMIT_EXCEEDED;
        return new ExitStatus(ending.exitCode(), failed ? reason(execution) : "");
    }

    private ImportEnding ending(JobExecution execution) {
        ImportPlan plan = run.plan();
        return switch (execution.getStatus()) {
            case COMPLETED ->
                plan.counts().rejected() == 0 ? ImportEnding.COMPLETED : ImportEnding.COMPLETED_WITH_REJECTS;
            case STOPPED, STOPPING -> ImportEnding.STOPPED;
            default ->
                cause(execution) instanceof RejectLimitExceededException
                        ? ImportEnding.REJECT_LIMIT_EXCEEDED
                        : ImportEnding.FAILED;
        };
    }

    private String reason(JobExecution execution) {
        Throwable cause = cause(execution);
        LOG.debug("The import failed", cause);
        return Failures.describe(cause);
    }

    /** A piece's failure, before what Spring Batch makes of it. */
    private Throwable cause(JobExecution execution) {
        return run.failure()
                .or(() -> execution.getAllFailureExceptions().stream().findFirst())
                .map(Failures::cause)
                .orElseGet(() -> new ImportFailedException("The import failed for an unknown reason"));
    }
}
