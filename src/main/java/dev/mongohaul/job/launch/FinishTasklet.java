package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.step.ImportRun;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.Piece;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Last step of every try: reconciles what was read with what became of it, judges the rejects, and makes the remaining
 * indexes. An import is completed only when this held.
 */
final class FinishTasklet implements Tasklet {

    private final ImportRun run;
    private final MultiServerCollection target;

    FinishTasklet(ImportRun run, MultiServerCollection target) {
        this.run = run;
        this.target = target;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        run.monitor().enter(ImportMonitor.Phase.FINISHING);
        ImportPlan plan = run.plan();
        run.job().changedInput(plan.identity().content()).ifPresent(FinishTasklet::refuseChanged);
        requireTiles(plan);
        plan.pieces().forEach(FinishTasklet::requireBalance);
        requireDocuments(plan);
        if (run.limitExceeded(true)) {
            throw run.limitExceeded();
        }
        target.finish();
        return RepeatStatus.FINISHED;
    }

    private static void refuseChanged(String what) {
        throw new ImportFailedException(
                what + ": what was read is not what the import was planned for. Import a file when it is complete");
    }

    private void requireTiles(ImportPlan plan) {
        long expected = 0;
        for (Piece piece : plan.pieces()) {
            if (piece.from() != expected) {
                throw failure(
                        "Bytes %,d to %,d of the input belong to no piece: this is a bug", expected, piece.from());
            }
            expected = piece.to();
        }
        if (expected != run.job().inputs().endOffset()) {
            throw failure(
                    "The pieces end at byte %,d, the input at byte %,d: this is a bug",
                    expected, run.job().inputs().endOffset());
        }
    }

    private static void requireBalance(Piece piece) {
        Counts counts = piece.counts();
        if (!piece.finished()) {
            throw failure(
                    "Bytes %,d to %,d were not read to their end; the same command reads on", piece.from(), piece.to());
        }
        if (!counts.balanced()) {
            throw failure("Bytes %,d to %,d do not add up: %s", piece.from(), piece.to(), counts);
        }
    }

    /** With generated ids, the server can be asked what of this import it holds: of several pieces at the same time. */
    private void requireDocuments(ImportPlan plan) {
        if (plan.idPrefix() == null || !run.job().write().insertsOnly()) {
            return;
        }
        GeneratedIds ids = GeneratedIds.parse(plan.idPrefix());
        List<Piece> pieces = plan.pieces();
        IntStream.range(0, pieces.size())
                .parallel()
                .filter(index -> pieces.get(index).counts().written() > 0)
                .forEach(index ->
                        requireDocuments(pieces.get(index), target.count(ids, pieces.get(index), index), plan));
    }

    private static void requireDocuments(Piece piece, long found, ImportPlan plan) {
        long expected = piece.counts().written();
        if (found < expected) {
            throw failure(
                    "%,d documents of bytes %,d to %,d of the input were acknowledged but only %,d of them are in %s: were"
                            + " some deleted meanwhile? To load the whole content anew, empty the collection and use"
                            + " --again",
                    expected, piece.from(), piece.to(), found, plan.identity().target());
        }
    }

    private static ImportFailedException failure(String format, Object... values) {
        return new ImportFailedException(String.format(Locale.ROOT, format, values));
    }
}
