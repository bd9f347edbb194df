package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.launch.ImportLauncher.ImportFailedException;
import dev.mongohaul.job.step.ImportRun;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.ImportPlan;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Last step of every run: checks that all records read are accounted for, checks the reject limit, and creates the
 * remaining indexes. An import is completed only if all of it succeeds.
 */
record FinishTasklet(ImportRun run, List<TargetCollection> targets) implements Tasklet {

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        run.monitor().enter(ImportMonitor.Phase.FINISHING);
        ImportPlan plan = run.plan();
        run.job().changedInput(plan.identity().content()).ifPresent(FinishTasklet::refuseChanged);
        requireTiles(plan);
        plan.partitions().forEach(FinishTasklet::requireBalance);
        requireDocuments(plan);
        if (run.limitExceeded(true)) {
            throw run.limitExceeded();
        }
        targets.forEach(TargetCollection::finish);
        return RepeatStatus.FINISHED;
    }

    private static void refuseChanged(String what) {
        throw new ImportFailedException(
                what + ": the input is not the one the import was planned for. Import a file when it is complete");
    }

    private void requireTiles(ImportPlan plan) {
        long expected = 0;
        for (ImportPartition partition : plan.partitions()) {
            if (partition.from() != expected) {
                throw failure(
                        "Bytes %,d to %,d of the input belong to no partition: this is a bug",
                        expected, partition.from());
            }
            expected = partition.to();
        }
        if (expected != run.job().inputs().endOffset()) {
            throw failure(
                    "The partitions end at byte %,d, the input at byte %,d: this is a bug",
                    expected, run.job().inputs().endOffset());
        }
    }

    private static void requireBalance(ImportPartition partition) {
        Counts counts = partition.counts();
        if (!partition.finished()) {
            throw failure(
                    "Bytes %,d to %,d were not read to their end; run the same command to resume",
                    partition.from(), partition.to());
        }
        if (!counts.balanced()) {
            throw failure("Bytes %,d to %,d do not add up: %s", partition.from(), partition.to(), counts);
        }
    }

    /**
     * Counts the documents of this import on the server, which generated ids make possible, for several partitions in
     * parallel.
     */
    private void requireDocuments(ImportPlan plan) {
        if (plan.idPrefix() == null || !run.job().write().insertsOnly()) {
            return;
        }
        GeneratedIds ids = GeneratedIds.parse(plan.idPrefix());
        List<ImportPartition> partitions = plan.partitions();
        IntStream.range(0, partitions.size())
                .parallel()
                .filter(index -> partitions.get(index).counts().written() > 0)
                .forEach(index -> requireDocuments(
                        partitions.get(index),
                        targets.get(index % targets.size()).count(ids, partitions.get(index)),
                        plan));
    }

    private static void requireDocuments(ImportPartition partition, long found, ImportPlan plan) {
        long expected = partition.counts().written();
        if (found < expected) {
            throw failure(
                    "%,d documents of bytes %,d to %,d of the input were acknowledged but only %,d of them are in %s: were"
                            + " some deleted meanwhile? To load the whole content again, empty the collection and use"
                            + " --again",
                    expected,
                    partition.from(),
                    partition.to(),
                    found,
                    plan.identity().target());
        }
    }

    private static ImportFailedException failure(String format, Object... values) {
        return new ImportFailedException(String.format(Locale.ROOT, format, values));
    }
}
