package dev.mongohaul.job.launch;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.PrepareTasklet.PartitionCutter;
import dev.mongohaul.job.launch.TargetCollection.CollectionKind;
import dev.mongohaul.job.launch.TargetCollection.TargetRefusedException;
import dev.mongohaul.job.step.ImportRun;
import dev.mongohaul.job.step.ImportStepFactory;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.writer.delivery.WriteSessions;
import dev.mongohaul.writer.delivery.WriteTarget;
import dev.mongohaul.writer.delivery.WriteTarget.SendThreads;
import java.util.List;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.stereotype.Component;

/**
 * Factory of the Spring Batch job of a run, with the steps prepare, import and finish. Every run has all three;
 * completed work is not repeated.
 */
@Component
record BatchJobFactory(
        JobRepository repository,
        ImportPlans plans,
        RejectStore rejects,
        TargetDatabases targets,
        ServerFacts server,
        RepositoryProperties properties,
        ImportProperties limits,
        RetryBudget retryPolicy) {

    /** Returns the identity of the content that the job would load now. */
    ImportIdentity identity(ImportJob job, InputScan scan) {
        return job.identity(scan.content(), targets.nameOr(job.database()));
    }

    /**
     * Checks the target before an import is planned.
     *
     * @throws TargetRefusedException if the collection cannot keep each document once
     */
    void requireTarget(ImportJob job) {
        targets.each()
                .forEach(server -> CollectionKind.requireOrdinary(
                        server.factory(job.database()).getMongoDatabase(),
                        job.write().collection(),
                        retryPolicy));
    }

    /** Ends the server sessions of an import that is abandoned. */
    void end(ImportPlan plan, RetryBudget retryPolicy) {
        targets.each().forEach(server -> WriteSessions.end(server.first().client(), plan.sessions(), retryPolicy));
    }

    /** @param scan of the present input */
    Job create(ImportRun run, InputScan scan) {
        List<TargetCollection> collections =
                targets.each().map(server -> collection(run, server)).toList();
        PartitionCutter cutter =
                new PartitionCutter(run.job(), scan, limits.smallestRange().toBytes());
        return new JobBuilder(run.job().name(), repository)
                .listener(new RunListener(run, targets.described(), new RejectFiles(rejects)))
                .start(step("prepare", new PrepareTasklet(run, plans, rejects, collections, cutter)))
                .next(partitions(run.job()).step(run, run.plan().begun()))
                .next(step("finish", new FinishTasklet(run, collections)))
                .build();
    }

    private static TargetCollection collection(ImportRun run, TargetDatabases server) {
        MongoDatabase database = server.factory(run.job().database()).getMongoDatabase();
        return new TargetCollection(run, server.first().client(), database, ShardKeys.of(server.first()));
    }

    private Step step(String name, Tasklet tasklet) {
        return new StepBuilder(name, repository)
                .tasklet(tasklet, new ResourcelessTransactionManager())
                .allowStartIfComplete(true)
                .build();
    }

    private ImportStepFactory partitions(ImportJob job) {
        return new ImportStepFactory(
                repository,
                plans,
                rejects,
                properties.checkpointInterval(),
                partition -> writeTarget(job, targets.ofPartition(partition)));
    }

    private WriteTarget writeTarget(ImportJob job, TargetDatabases databases) {
        return new WriteTarget(
                databases.factory(job.database()),
                () -> databases.reactiveFactory(job.database()),
                job.write(),
                SendThreads.NONE,
                server.maxBsonObjectSize(),
                server.takesMixedCommands(),
                server.kind(),
                null);
    }
}
