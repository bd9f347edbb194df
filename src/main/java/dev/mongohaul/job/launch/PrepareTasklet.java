package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.step.ImportRun;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Piece;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * First step of every try: ends what the try before it may still have on its way, makes the target ready, draws the ids' prefix and cuts the input into pieces if no earlier try
 * did, and forgets the rejects of what will be read again.
 */
final class PrepareTasklet implements Tasklet {

    private final ImportRun run;
    private final ImportPlans plans;
    private final RejectStore rejects;
    private final MultiServerCollection target;
    private final PieceCutter pieces;

    PrepareTasklet(
            ImportRun run, ImportPlans plans, RejectStore rejects, MultiServerCollection target, PieceCutter pieces) {
        this.run = run;
        this.plans = plans;
        this.rejects = rejects;
        this.target = target;
        this.pieces = pieces;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        long instance = contribution.getStepExecution().getJobExecution().getJobInstanceId();
        target.end(run.plan().sessions());
        target.prepare();
        ImportPlan plan = prepared(run.plan(), instance);
        plans.savePrepared(plan, run.lease().lease());
        run.lease().confirm();
        for (Piece piece : plan.pieces()) {
            if (!piece.finished()) {
                rejects.deleteBetween(instance, piece.doneTo(), piece.to());
            }
        }
        run.prepared(plan);
        if (run.limitExceeded(false)) {
            throw run.limitExceeded();
        }
        run.monitor().enter(ImportMonitor.Phase.IMPORTING);
        return RepeatStatus.FINISHED;
    }

    private ImportPlan prepared(ImportPlan plan, long instance) {
        ImportPlan asked = plan.askedForBy(run.job().request(), run.job().plannedInputs());
        String prefix = asked.begun() ? asked.idPrefix() : idPrefix(run.job(), instance);
        return asked.prepared(instance, prefix, pieces.cut(asked.pieces()));
    }

    private static @Nullable String idPrefix(ImportJob job, long instance) {
        return job.generatesIds() ? GeneratedIds.of(Instant.now(), instance).prefix() : null;
    }
}
