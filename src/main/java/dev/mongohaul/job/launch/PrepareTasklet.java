package dev.mongohaul.job.launch;

import dev.mongohaul.csv.CsvItemReader.ReadRange;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.step.ImportRun;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.partition.RangePlan;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.ImportPartition.InFlight;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * First step of every run: ends the sessions of the earlier run, prepares the target, generates the prefix of ids, cuts
 * the input into partitions, and deletes the rejects of records that are read again.
 */
record PrepareTasklet(
        ImportRun run,
        ImportPlans plans,
        RejectStore rejects,
        List<TargetCollection> targets,
        PartitionCutter partitions)
        implements Tasklet {

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        long instance = contribution.getStepExecution().getJobExecution().getJobInstanceId();
        targets.forEach(target -> target.end(run.plan().sessions()));
        targets.forEach(TargetCollection::prepare);
        ImportPlan plan = prepared(run.plan(), instance);
        plans.savePrepared(plan, run.lease().lease());
        run.lease().confirm();
        for (ImportPartition partition : plan.partitions()) {
            if (!partition.finished()) {
                rejects.deleteBetween(instance, partition.doneTo(), partition.to());
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
        return asked.prepared(instance, prefix, partitions.cut(asked.partitions()));
    }

    private static @Nullable String idPrefix(ImportJob job, long instance) {
        return job.generatesIds() ? GeneratedIds.of(Instant.now(), instance).prefix() : null;
    }

    /**
     * Cutter of the unread input into partitions of the next run, as many as the present grid size.
     *
     * @param scan of the present input
     * @param smallestRange bytes below which a range is not cut
     */
    record PartitionCutter(ImportJob job, InputScan scan, long smallestRange) {

        /**
         * Returns the partitions of the next run, which cover the whole input.
         *
         * @param earlier partitions of the run before; empty before the first run. Their completed part becomes
         *     finished partitions.
         */
        List<ImportPartition> cut(List<ImportPartition> earlier) {
            List<ImportPartition> done = earlier.stream()
                    .flatMap(partition -> partition.done().stream())
                    .toList();
            Stream<ImportPartition> next =
                    RangePlan.of(job.inputs(), left(earlier), scan.cuts(), job.gridSize(), smallestRange).stream()
                            .map(range -> ImportPartition.untouched(range.from(), range.to(), range.startLine())
                                    .sending(inFlight(range, earlier)));
            return Stream.concat(done.stream(), next)
                    .sorted(Comparator.comparingLong(ImportPartition::from))
                    .toList();
        }

        /** Returns the pre-check results of records of the range that an earlier run may have sent. */
        private static @Nullable InFlight inFlight(ReadRange range, List<ImportPartition> earlier) {
            for (ImportPartition partition : earlier) {
                InFlight sent = partition.inFlight();
                if (sent != null && partition.doneTo() <= range.from() && range.from() < sent.to()) {
                    return sent;
                }
            }
            return null;
        }

        private List<ReadRange> left(List<ImportPartition> earlier) {
            if (earlier.isEmpty()) {
                return List.of(new ReadRange(0, job.inputs().endOffset(), 1));
            }
            List<ReadRange> left = new ArrayList<>();
            for (ImportPartition partition : earlier) {
                if (!partition.finished() && partition.doneTo() < partition.to()) {
                    left.add(new ReadRange(partition.doneTo(), partition.to(), partition.nextLine()));
                }
            }
            return left;
        }
    }
}
