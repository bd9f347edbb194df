package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Piece;
import dev.mongohaul.repository.PieceProgress;
import dev.mongohaul.repository.Run;
import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.WriteSessions;
import dev.mongohaul.writer.delivery.WriteTarget;
import dev.mongohaul.writer.delivery.WriteTarget.SendThreads;
import java.time.Duration;
import java.util.UUID;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.partition.PartitionStep;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;

/**
 * Makes the step that reads and writes an import's pieces, as many at a time as the job's grid size.
 *
 * @param checkpointInterval how often a running piece is saved at most
 * @param target where the documents of a piece go, by its index; asked once for each
 */
public record ImportPieces(
        JobRepository repository,
        ImportPlans plans,
        RejectStore rejects,
        Duration checkpointInterval,
        IntFunction<WriteTarget> target) {

    /**
     * A step of which each piece is a step of its own.
     *
     * @param continued whether an earlier try may have written documents
     */
    public Step step(ImportRun run, boolean continued) {
        PartitionStep step = new PartitionStep(repository);
        step.setName(Run.IMPORT_STEP);
        step.setAllowStartIfComplete(true);
        step.setStepExecutionSplitter(new PieceSplitter(run, repository));
        step.setPartitionHandler(new PieceHandler(
                run, (piece, threads) -> pieceStep(run, run.job().rendering(), piece, threads, continued)));
        try {
            step.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("The import step is incomplete", e);
        }
        return step;
    }

    private <D> Step pieceStep(
            ImportRun run, Rendering<D> rendering, Piece piece, SendThreads threads, boolean continued) {
        ImportJob job = run.job();
        ImportPlan plan = run.plan();
        int index = plan.pieces().indexOf(piece);
        PieceProgress progress =
                new PieceProgress(plans, plan, index, run.lease().lease(), checkpointInterval);
        RecordOperations operations = job.operations();
        DocumentMapper<D> mapper = job.mapper(rendering, generatedIds(plan), plan.created());
        DocumentItemWriter<D> writer =
                job.writer().create(target.apply(index).with(threads).ownedBy(owner(run)), rendering);
        writer.shareRetryBudget(run.lease().patience());
        if (continued) {
            writer.continueEarlierRun();
        }
        RejectRecorder recorder = new RejectRecorder(rejects, plan.jobInstanceId(), job.inputs(), run.lease());
        PieceStep<D> step = new PieceStep<>(
                Run.stepOf(piece),
                job.chunkSize(),
                job.reader(piece),
                (CsvItem item) -> operations.check(mapper.map(item)),
                new OutcomeItemWriter<>(run, progress, recorder, operations, writer),
                repository);
        return step.ready(run::ending);
    }

    private WriteSessions.Owner owner(ImportRun run) {
        return new WriteSessions.Owner() {
            @Override
            public void check() {
                run.lease().check();
            }

            @Override
            public void confirm() {
                run.lease().confirm();
            }

            @Override
            public void begins(UUID session) {
                plans.addSession(run.plan().key(), session, run.lease().lease());
            }
        };
    }

    private static @Nullable GeneratedIds generatedIds(ImportPlan plan) {
        return plan.idPrefix() == null ? null : GeneratedIds.parse(plan.idPrefix());
    }
}
