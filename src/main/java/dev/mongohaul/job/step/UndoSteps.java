package dev.mongohaul.job.step;

import com.mongodb.MongoNamespace;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.run.PlannedRun;
import dev.mongohaul.job.target.UndoWay;
import dev.mongohaul.mongo.session.FormerSessions;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.PartitionProgress;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.PlannedCut;
import dev.mongohaul.repository.run.BatchCounts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.BsonValue;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Steps of an undo.
 *
 * @param undone plan of the import that is taken back
 * @param directory of the list of spared documents
 */
record UndoSteps(
        PlannedRun run,
        ImportPlan undone,
        UndoWay way,
        Path directory,
        ImportPlans plans,
        MongoConnections connections,
        Duration checkpointInterval) {

    /**
     * Returns the first step: ends the sessions of the earlier run, waits for inserts of the import, and cuts what is not
     * taken back yet into ranges.
     */
    Tasklet prepare() {
        return (contribution, context) -> {
            JobExecution execution = contribution.getStepExecution().getJobExecution();
            ImportPlan former = run.plan();
            MongoNamespace target = new MongoNamespace(former.identity().target());
            connections.endSessions(target, former.sessions(), plans.retries());
            FormerSessions.awaitInserts(connections.data().client(), target, plans.retries());
            if (undone.kept() != null) {
                plans.preImages().keepForUndo(undone.importNumber(), undone.kept());
            }
            List<ImportPartition> ranges = former.begun()
                    ? former.partitions().stream().flatMap(UndoSteps::cut).toList()
                    : way.ranges();
            PlannedCut cut = new PlannedCut(execution.getId(), ranges.size());
            ImportPlan plan =
                    former.prepared(cut, execution.getJobInstanceId(), null, former.request(), former.inputs(), ranges);
            plans.savePrepared(plan, run.lease().lease(), range -> List.of());
            run.prepared(plan);
            run.monitor()
                    .expect(ranges.stream().mapToLong(ImportPartition::to).max().orElse(0));
            run.monitor().enter(Phase.IMPORTING);
            return RepeatStatus.FINISHED;
        };
    }

    /** Returns the completed part of a range, and the rest with the block in flight, as ranges of their own. */
    private static Stream<ImportPartition> cut(ImportPartition range) {
        Stream<ImportPartition> rest = range.finished() || range.doneTo() == range.to()
                ? Stream.empty()
                : Stream.of(ImportPartition.untouched(range.doneTo(), range.to(), range.nextLine())
                        .sending(range.inFlight()));
        return Stream.concat(range.done().stream(), rest);
    }

    /** Returns the step that takes back a range. */
    Tasklet takeBack(ImportPartition range) {
        return (contribution, context) -> {
            PartitionProgress progress = new PartitionProgress(
                    plans.partitions(),
                    run.plan().key(),
                    Objects.requireNonNull(run.plan().cut()).run(),
                    range,
                    run.lease(),
                    checkpointInterval);
            try {
                way.takeBack(progress, run);
                progress.end();
            } catch (JobInterruptedException e) {
                progress.save();
                throw e;
            } finally {
                run.progressed(progress.partition());
                BatchCounts.set(progress.partition().counts(), contribution.getStepExecution());
            }
            return RepeatStatus.FINISHED;
        };
    }

    /** Returns the last step, which lists the spared documents. */
    Tasklet finish() {
        return (contribution, context) -> {
            run.monitor().enter(Phase.FINISHING);
            Counts counts = run.plan().counts();
            run.lease().confirm();
            if (counts.rejected() > 0) {
                try (Stream<BsonValue> ids = plans.preImages().spared(undone.importNumber())) {
                    RejectExport.writeHeld(
                            directory, undone.identity().job(), run.plan().importNumber(), ids.map(UndoWay::shown));
                }
            }
            return RepeatStatus.FINISHED;
        };
    }
}
