package dev.mongohaul.job.run;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.step.ImportMonitor;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Piece;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * First step of every try: makes the target ready, draws the ids' prefix and cuts the input into pieces if no earlier try
 * did, and forgets the rejects of what will be read again.
 */
final class PrepareTasklet implements Tasklet {

    private final ImportRun run;
    private final ImportPlans plans;
    private final RejectStore rejects;
    private final TargetCollection target;

    PrepareTasklet(ImportRun run, ImportPlans plans, RejectStore rejects, TargetCollection target) {
        this.run = run;
        this.plans = plans;
        this.rejects = rejects;
        this.target = target;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        long instance = contribution.getStepExecution().getJobExecution().getJobInstanceId();
        target.prepare();
        ImportPlan plan = prepared(run.plan(), instance);
        plans.savePrepared(plan, run.lease().lease());
        for (Piece piece : plan.pieces()) {
            rejects.deleteBetween(instance, piece.doneTo(), piece.to());
        }
        run.prepared(plan);
        if (run.limitExceeded(false)) {
            throw run.limitExceeded();
        }
        run.monitor().enter(ImportMonitor.Phase.IMPORTING);
        run.monitor().reached(settledBytes(plan), plan.counts());
        return RepeatStatus.FINISHED;
    }

    private ImportPlan prepared(ImportPlan plan, long instance) {
        ImportPlan asked = plan.askedForBy(run.job().request(), run.job().plannedInputs());
        if (asked.begun()) {
            return asked;
        }
        return asked.prepared(
                instance,
                idPrefix(run.job(), instance),
                List.of(Piece.untouched(0, run.job().inputs().endOffset())));
    }

    private static @Nullable String idPrefix(ImportJob job, long instance) {
        return job.generatesIds() ? GeneratedIds.of(Instant.now(), instance).prefix() : null;
    }

    private static long settledBytes(ImportPlan plan) {
        return plan.pieces().stream()
                .mapToLong(piece -> piece.doneTo() - piece.from())
                .sum();
    }
}
