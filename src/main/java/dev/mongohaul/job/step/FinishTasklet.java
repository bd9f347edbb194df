package dev.mongohaul.job.step;

import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.run.LimitExceededException;
import dev.mongohaul.job.run.RejectLimitExceededException;
import dev.mongohaul.job.target.StagedLoad;
import dev.mongohaul.job.target.TargetCollection;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportFigures;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Deviation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Last step of every run: checks that all records read are accounted for, checks the reject limit, compares the content
 * with that of earlier imports, and creates the remaining indexes. Then the staging collection, if there is one,
 * replaces the target, or what the input of a snapshot lacks is deleted or marked. An import is completed only if all of
 * it succeeds.
 */
record FinishTasklet(
        ImportRun run,
        ImportPlans plans,
        List<TargetCollection> targets,
        @Nullable StagedLoad staged,
        WriteSessions sessions,
        WriteSessions ofRepository)
        implements Tasklet {

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) throws JobInterruptedException {
        run.monitor().enter(Phase.FINISHING);
        ImportPlan plan = run.plan();
        if (staged != null && staged.isReplaced()) {
            return RepeatStatus.FINISHED;
        }
        run.job().changedFile(plan.identity().content()).ifPresent(change -> {
            throw new ImportFailedException(change
                    + ": the input is not the one the import was planned for. Import a file when it is complete");
        });
        requireTiles(plan);
        plan.partitions().forEach(FinishTasklet::requireBalance);
        DriftCheck drift = new DriftCheck(plans.figures(), run.job());
        List<ImportFigures> earlier = SentTogether.result(
                () -> drift.earlier(plan),
                () -> requireDocuments(plan),
                () -> run.lease().confirm());
        Optional<RejectLimitExceededException> exceeded =
                run.limitExceeded(plan.counts(), run.job().inputs().endOffset(), true);
        if (exceeded.isPresent()) {
            throw exceeded.get();
        }
        run.job()
                .expected()
                .mismatch(
                        run.job().survey(), plan.counts().read(), plan.columns().total())
                .ifPresent(mismatch -> {
                    throw new LimitExceededException(mismatch);
                });
        List<Deviation> deviations = drift.complete(plan, earlier);
        Deviation.putInto(contribution.getStepExecution().getJobExecution().getExecutionContext(), deviations);
        List<Deviation> breaches = deviations.stream().filter(Deviation::breach).toList();
        if (staged == null) {
            targets.forEach(TargetCollection::finish);
            targets.get(0).removeUnseen(plans, sessions, ofRepository, breaches);
        } else {
            staged.replace(plan.counts(), breaches);
        }
        sessions.close();
        ofRepository.close();
        return RepeatStatus.FINISHED;
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
                    "Bytes %,d to %,d were not read to their end; run the same command to continue",
                    partition.from(), partition.to());
        }
        if (!counts.balanced()) {
            throw failure("Bytes %,d to %,d do not add up: %s", partition.from(), partition.to(), counts);
        }
    }

    /**
     * Counts the documents of this import on the server, which generated ids make possible, for several partitions in
     * parallel, unless the server has the number without a scan. Those of a staging collection are counted together
     * before it replaces the target.
     */
    private void requireDocuments(ImportPlan plan) {
        if (staged != null || plan.idPrefix() == null || !run.job().write().insertsOnly()) {
            return;
        }
        if (targets.size() == 1 && targets.get(0).surelyHas(plan.counts().written())) {
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
