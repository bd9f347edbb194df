package dev.mongohaul.job.run;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.step.PieceStep;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.PieceProgress;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.Run;
import dev.mongohaul.writer.chunk.DocumentItemWriter;
import dev.mongohaul.writer.target.WriteTarget;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
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

    ImportJobFactory(
            JobRepository repository,
            ImportPlans plans,
            RejectStore rejects,
            TargetDatabases targets,
            ServerFacts server,
            RepositoryProperties properties) {
        this.repository = repository;
        this.plans = plans;
        this.rejects = rejects;
        this.targets = targets;
        this.server = server;
        this.properties = properties;
    }

    /** The identity of what the job would load now; reads the whole input for its digest. */
    ImportIdentity identity(ImportJob job) {
        return job.identity(targets.nameOr(job.database()));
    }

    Job create(ImportRun run) {
        TargetCollection target = new TargetCollection(run, database(run.job()));
        return new JobBuilder(run.job().name(), repository)
                .listener(new ImportListener(run, new RejectFiles(rejects)))
                .start(step("prepare", new PrepareTasklet(run, plans, rejects, target)))
                .next(new LateStep(Run.IMPORT_STEP, step -> piece(run, step)))
                .next(step("finish", new FinishTasklet(run, target)))
                .build();
    }

    private MongoDatabase database(ImportJob job) {
        return targets.factory(job.database()).getMongoDatabase();
    }

    private Step step(String name, Tasklet tasklet) {
        return new StepBuilder(name, repository)
                .tasklet(tasklet, new ResourcelessTransactionManager())
                .allowStartIfComplete(true)
                .build();
    }

    private Step piece(ImportRun run, StepExecution execution) {
        return piece(run, run.job().rendering(), execution);
    }

    private <D> Step piece(ImportRun run, Rendering<D> rendering, StepExecution execution) {
        ImportJob job = run.job();
        ImportPlan plan = run.plan();
        PieceProgress progress =
                new PieceProgress(plans, plan, 0, run.lease().lease(), properties.checkpointInterval());
        CsvItemReader reader = job.reader(progress.piece());
        DocumentMapper<D> mapper = job.mapper(rendering, generatedIds(plan));
        DocumentItemWriter<D> writer = job.writer().create(writeTarget(job), rendering);
        if (repository
                        .getJobExecutions(execution.getJobExecution().getJobInstance())
                        .size()
                > 1) {
            writer.continueEarlierTry();
        }
        RejectRecorder recorder = new RejectRecorder(rejects, plan.jobInstanceId(), job.inputs());
        PieceStep<D> step = new PieceStep<>(
                execution.getStepName(),
                job.chunkSize(),
                reader,
                (CsvItem item) -> mapper.map(item),
                new OutcomeItemWriter<>(run, progress, recorder, writer),
                repository);
        return step.ready(run.monitor());
    }

    private WriteTarget writeTarget(ImportJob job) {
        return new WriteTarget(
                targets.factory(job.database()),
                () -> targets.reactiveFactory(job.database()),
                job.write(),
                server.maxBsonObjectSize());
    }

    private static @Nullable GeneratedIds generatedIds(ImportPlan plan) {
        return plan.idPrefix() == null ? null : GeneratedIds.parse(plan.idPrefix());
    }
}
