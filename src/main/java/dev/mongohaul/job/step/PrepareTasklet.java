package dev.mongohaul.job.step;

import com.mongodb.MongoNamespace;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.run.RejectLimitExceededException;
import dev.mongohaul.job.target.StagedLoad;
import dev.mongohaul.job.target.TargetCollection;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.PlannedCut;
import dev.mongohaul.text.ProgramVersion;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;
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
        @Nullable StagedLoad staged,
        PartitionCutter partitions,
        MongoConnections connections)
        implements Tasklet {

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        JobExecution execution = contribution.getStepExecution().getJobExecution();
        long instance = execution.getJobInstanceId();
        connections.endSessions(
                new MongoNamespace(run.plan().identity().target()), run.plan().sessions(), plans.retries());
        if (staged != null) {
            staged.prepare();
        }
        if (staged == null || !staged.isReplaced()) {
            targets.forEach(TargetCollection::prepare);
        }
        ImportJob job = run.job();
        ImportPlan former = run.plan();
        String prefix = former.begun() ? former.idPrefix() : idPrefix(job, instance);
        boolean readsAgain = lacksSeenIds(former);
        List<ImportPartition> tiles = partitions.cut(readsAgain ? List.of() : former.partitions());
        PlannedCut cut =
                new PlannedCut(execution.getId(), tiles.size(), partitions.shared() ? ProgramVersion.read() : null);
        ImportPlan counted = readsAgain ? former.withoutDeletions() : former;
        ImportPlan prepared = counted.prepared(
                cut, instance, prefix, job.request().continuing(former.request()), job.plannedInputs(), tiles);
        // Other processes may send documents as soon as they find the partitions.
        ImportPlan plan = partitions.shared() ? prepared.withSent(true) : prepared;
        plans.savePrepared(plan, run.lease().lease(), job::sums);
        for (ImportPartition partition : plan.partitions()) {
            // Workers delete those of a partition when they claim it. A run without partitions has stored none.
            if (!partition.finished() && cut.version() == null && former.begun()) {
                rejects.deleteBetween(instance, partition.doneTo(), partition.to(), run.lease()::confirm);
            }
        }
        run.prepared(plan);
        Optional<RejectLimitExceededException> exceeded = run.limitExceeded();
        if (exceeded.isPresent()) {
            throw exceeded.get();
        }
        run.monitor().enter(Phase.IMPORTING);
        return RepeatStatus.FINISHED;
    }

    /** Returns whether others have removed the ids of a snapshot, which has to read its input again. */
    private boolean lacksSeenIds(ImportPlan former) {
        return run.job().removesUnseen()
                && former.partitions().stream().anyMatch(partition -> partition.doneTo() > partition.from())
                && !plans.seenIds().imports().contains(former.importNumber());
    }

    private static @Nullable String idPrefix(ImportJob job, long instance) {
        return job.generatesIds() ? GeneratedIds.of(Instant.now(), instance).prefix() : null;
    }
}
