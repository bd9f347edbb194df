package dev.mongohaul.job.launch;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.step.ImportPieces;
import dev.mongohaul.job.step.ImportRun;
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
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.stereotype.Component;

/** Makes the Spring Batch job of one try: prepare, import, finish. All three run at every try; what is done stays done. */
@Component
final class ImportJobFactory {

    private final JobRepository repository;
    private final ImportPlans plans;
    private final RejectStore rejects;
    private final TargetDatabases targets;
    private final ServerFacts server;
    private final RepositoryProperties properties;
    private final ImportProperties limits;
    private final RetryBudget patience;

    ImportJobFactory(
            JobRepository repository,
            ImportPlans plans,
            RejectStore rejects,
            TargetDatabases targets,
            ServerFacts server,
            RepositoryProperties properties,
            ImportProperties limits,
            RetryBudget patience) {
        this.repository = repository;
        this.plans = plans;
        this.rejects = rejects;
        this.targets = targets;
        this.server = server;
        this.properties = properties;
        this.limits = limits;
        this.patience = patience;
    }

    /** The identity of what the job would load now. */
    ImportIdentity identity(ImportJob job, InputScan scan) {
        return job.identity(scan.content(), targets.nameOr(job.database()));
    }

    /**
     * Looks at the target before anything is planned for it.
     *
     * @throws TargetRefusedException where it cannot keep what an import promises
     */
    void requireTarget(ImportJob job) {
        targets.each()
                .forEach(server -> CollectionKind.requireOrdinary(
                        server.factory(job.database()).getMongoDatabase(),
                        job.write().collection(),
                        patience));
    }

    /** Ends the sessions of an import that is not continued. */
    void end(ImportPlan plan, RetryBudget patience) {
        targets.each().forEach(server -> WriteSessions.end(server.first().client(), plan.sessions(), patience));
    }

    /** @param scan of the input as it lies now */
    Job create(ImportRun run, InputScan scan) {
        MultiServerCollection target = new MultiServerCollection(
                targets.each().map(server -> collection(run, server)).toList());
        PieceCutter cutter =
                new PieceCutter(run.job(), scan, limits.smallestRange().toBytes());
        return new JobBuilder(run.job().name(), repository)
                .listener(new ImportListener(run, targets.described(), new RejectFiles(rejects)))
                .start(step("prepare", new PrepareTasklet(run, plans, rejects, target, cutter)))
                .next(pieces(run.job()).step(run, run.plan().begun()))
                .next(step("finish", new FinishTasklet(run, target)))
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

    private ImportPieces pieces(ImportJob job) {
        return new ImportPieces(
                repository,
                plans,
                rejects,
                properties.checkpointInterval(),
                piece -> writeTarget(job, targets.ofPiece(piece)));
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
