package dev.mongohaul.job.step;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.run.PlannedRun;
import dev.mongohaul.job.run.RejectFiles;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.target.KeyTypes;
import dev.mongohaul.job.target.StagedLoad;
import dev.mongohaul.job.target.TargetCollection;
import dev.mongohaul.job.target.TargetRefusedException;
import dev.mongohaul.job.target.UndoWay;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRecords;
import dev.mongohaul.repository.batch.BatchSchema;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.lease.WriteRight;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.PartitionProgress;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.send.WriteTarget;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.partition.PartitionHandler;
import org.springframework.batch.core.partition.PartitionStep;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleReactiveMongoDatabaseFactory;

/**
 * Factory of the Spring Batch job of a run, of an import or an undo, with the steps prepare, import and finish. Every run has all three;
 * completed work is not repeated. The import step has one worker step for each unfinished partition, and runs as many of
 * them at a time as the job's grid size.
 */
public record BatchJobFactory(
        JobRepository repository,
        ImportPlans plans,
        RejectStore rejects,
        RejectFiles rejectFiles,
        MongoConnections connections,
        RepositoryProperties properties,
        ImportProperties limits,
        PartitionSharing sharing,
        RetryBudget retries) {

    /** Returns the identity of the content that the job would load now. */
    public ImportIdentity identity(ImportJob job, InputScan scan) {
        return job.identity(scan.content(), MongoConnections.database(connections.data(), job.file()));
    }

    /** Returns the namespace of the collection that a job loads. */
    public String targetOf(JobFile job) {
        return MongoConnections.database(connections.data(), job) + "."
                + job.target().collection();
    }

    /**
     * Checks the target before an import is planned.
     *
     * @param planKey of the import
     * @param known plan of the import; empty for a new one
     * @throws TargetRefusedException if the collection cannot keep each document once, is not clustered as the job asks, or
     *     cannot be replaced
     */
    public void requireTarget(ImportJob job, String planKey, Optional<ImportPlan> known) {
        if (job.file().undo() != null && !job.generatesIds()) {
            requireUndoable(job);
        }
        connections.allData().forEach(server -> {
            MongoDatabase database = factory(server, job).getMongoDatabase();
            TargetCollection.requireFit(database, server.facts(), job, retries);
            if (known.isEmpty()) {
                KeyTypes.compare(database, job);
            }
            if (job.swaps()) {
                boolean isNew = known.map(ImportPlan::staging).isEmpty();
                StagedLoad.requireFit(server, database, job, planKey, isNew, retries);
            }
        });
    }

    /** Returns whether the target of an import is gone or has no document; false if the user may not read it. */
    public boolean isTargetEmpty(ImportPlan plan) {
        MongoNamespace target = new MongoNamespace(plan.identity().target());
        return connections.allData().stream()
                .allMatch(server -> TargetCollection.isEmpty(server.client(), target, plans.retries()));
    }

    /** Pre-images are found by their ids, and a collation can make different ids equal. */
    private void requireUndoable(ImportJob job) {
        if (connections.allData().size() > 1 || !canCompare(job)) {
            throw new TargetRefusedException(
                    "undo is impossible for %s, which has a collation or several servers, or the user may not list collections. Leave undo out of the job file"
                            .formatted(job.write().collection()));
        }
    }

    /** Returns whether the target can be compared: different keys must not be equal for any of its servers. */
    public boolean canCompare(ImportJob job) {
        return connections.allData().stream()
                .noneMatch(server -> TargetCollection.mayHaveCollation(
                        factory(server, job).getMongoDatabase(), job, plans.retries()));
    }

    /**
     * Ends the server sessions of an import that is abandoned, and drops its staging collection.
     *
     * @return whether its documents have replaced those of the target
     */
    public boolean end(ImportPlan plan, RetryBudget ofLease) {
        endSessions(plan.identity().target(), plan.sessions(), ofLease);
        discard(plan);
        return StagedLoad.hasReplaced(connections.data().client(), plan, ofLease);
    }

    /** Stores the last run of an import again, if others have removed all its runs, so that reports and commands know it. */
    public void restoreRun(ImportPlan plan) {
        MongoConnection server = connections.repository();
        BatchRecords records =
                new BatchRecords(server.client().getDatabase(server.address().database()), retries);
        if (plan.state() == ImportState.COMPLETED || plan.state() == ImportState.UNDONE) {
            RunStatus ending = plan.counts().rejected() == 0 || plan.identity().isUndo()
                    ? RunStatus.COMPLETED
                    : RunStatus.COMPLETED_WITH_REJECTS;
            records.restore(plan, BatchStatus.COMPLETED, new ExitStatus(ending.exitCode()));
        } else {
            String reason = "The record of the run was removed from " + BatchSchema.JOB_EXECUTION;
            records.restore(plan, BatchStatus.FAILED, new ExitStatus(RunStatus.KILLED.exitCode(), reason));
        }
    }

    /** As {@link StagedLoad#discard}. */
    public void discard(ImportPlan plan) {
        StagedLoad.discard(connections.data().client(), plans, plan);
    }

    /** As {@link StagedLoad#sweep}. */
    public void sweep(List<ImportPlan> ofJob, int keep) {
        StagedLoad.sweep(connections.data().client(), plans, ofJob, keep);
    }

    /**
     * Ends server sessions of processes that must not write any longer.
     *
     * @param target namespace that they write to
     */
    public void endSessions(String target, Collection<UUID> sessions, RetryBudget retries) {
        connections.endSessions(new MongoNamespace(target), sessions, retries);
    }

    private void refuseBelow(ImportPlan plan, Map<UUID, Long> numbers) {
        connections.refuseBelow(new MongoNamespace(plan.identity().target()), numbers, RetryBudget.NONE);
    }

    /** Returns the sessions of a run, or of one of its partitions, on the server of the JobRepository. */
    public WriteSessions repositorySessions(SessionOwner owner) {
        MongoConnection server = connections.repository();
        return WriteSessions.withoutTransactions(server.client(), server.facts().kind(), owner);
    }

    /** Returns the owner of sessions that are saved with a plan, and whose right is confirmed for each block. */
    public SessionOwner ownerOf(ImportPlan plan, ImportLease lease) {
        return SessionOwner.confirming(
                lease::confirm,
                session -> plans.addSession(plan.key(), session, lease.lease()),
                numbers -> refuseBelow(plan, numbers),
                sessions -> endSessions(plan.identity().target(), sessions, plans.retries()));
    }

    /**
     * Returns the job of a run, with its steps.
     *
     * @param scan of the present input
     */
    public Job create(ImportRun run, InputScan scan) {
        List<TargetCollection> collections = connections.allData().stream()
                .map(server -> new TargetCollection(
                        run, server, factory(server, run.job()).getMongoDatabase()))
                .toList();
        MongoConnection first = connections.data();
        SessionOwner owner = ownerOf(run.plan(), run.lease());
        WriteSessions sessions = new WriteSessions(
                first.client(), first.facts().kind(), run.job().write().writeConcern(), owner);
        StagedLoad staged = run.job().swaps()
                ? new StagedLoad(
                        run, plans, first, factory(first, run.job()).getMongoDatabase(), collections.get(0), sessions)
                : null;
        PartitionCutter cutter = new PartitionCutter(
                run.job(),
                scan,
                sharing.shares(run.job()),
                limits.smallestRange().toBytes());
        ImportJob job = run.job();
        return job(
                run,
                execution -> rejectFiles.export(run.plan(), job.file().rejects().directory(), execution),
                new PrepareTasklet(run, plans, rejects, collections, staged, cutter, connections),
                importStep(run, job.rendering(), run.plan().begun()),
                new FinishTasklet(run, plans, collections, staged, sessions, repositorySessions(owner)));
    }

    /**
     * Returns the job of a run of an undo, with its steps.
     *
     * @param undone plan of the import that is taken back
     * @param directory of the list of spared documents
     */
    public Job create(PlannedRun run, ImportPlan undone, UndoWay way, Path directory) {
        UndoSteps steps =
                new UndoSteps(run, undone, way, directory, plans, connections, properties.checkpointInterval());
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors());
        PartitionRunner runner = new PartitionRunner(
                run, threads, repository, (range, idle) -> step(Run.stepOf(range), steps.takeBack(range)));
        return job(run, execution -> {}, steps.prepare(), partitioned(runner, runner), steps.finish());
    }

    /** @param export of rejects at the end of the run */
    private Job job(PlannedRun run, LongConsumer export, Tasklet prepare, Step partitioned, Tasklet finish) {
        return new JobBuilder(run.plan().identity().job(), repository)
                .listener(new RunListener(run, connections.described(), export))
                .start(step("prepare", prepare))
                .next(partitioned)
                .next(step("finish", finish))
                .build();
    }

    private static SimpleMongoClientDatabaseFactory factory(MongoConnection server, ImportJob job) {
        return new SimpleMongoClientDatabaseFactory(server.client(), MongoConnections.database(server, job.file()));
    }

    private Step step(String name, Tasklet tasklet) {
        return new StepBuilder(name, repository)
                .tasklet(tasklet, new ResourcelessTransactionManager())
                .allowStartIfComplete(true)
                .build();
    }

    /** @param continued whether an earlier run may have written documents */
    private <D> Step importStep(ImportRun run, Rendering<D> rendering, boolean continued) {
        PartitionRunner runner = new PartitionRunner(
                run,
                run.job().threads(),
                repository,
                (partition, threads) -> workerStep(
                        new PartitionWork(
                                run,
                                run.plan(),
                                partition,
                                run.plan().partitions().indexOf(partition),
                                run.job(),
                                run.lease(),
                                threads),
                        rendering,
                        continued,
                        run::ending));
        return partitioned(runner, sharing.shares(run.job()) ? sharing.handler(run) : runner);
    }

    private Step partitioned(PartitionRunner splitter, PartitionHandler handler) {
        PartitionStep step = new PartitionStep(repository);
        step.setName(Run.IMPORT_STEP);
        step.setAllowStartIfComplete(true);
        step.setStepExecutionSplitter(splitter);
        step.setPartitionHandler(handler);
        step.registerStepExecutionListener(new OverloadClock(plans.retries()));
        try {
            step.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("The import step is incomplete", e);
        }
        return step;
    }

    /**
     * Returns the step that imports a partition.
     *
     * @param continued whether an earlier owner of its records may have written documents
     * @param stopRequested whether the step has to stop at its next chunk
     */
    public <D> Step workerStep(
            PartitionWork work, Rendering<D> rendering, boolean continued, BooleanSupplier stopRequested) {
        ImportJob job = work.job();
        ImportPlan plan = work.plan();
        ImportPartition partition = work.partition();
        PartitionProgress progress = new PartitionProgress(
                plans.partitions(),
                plan.key(),
                Objects.requireNonNull(plan.cut()).run(),
                partition,
                work.right(),
                properties.checkpointInterval());
        RecordOperations operations = job.operations();
        GeneratedIds ids = plan.idPrefix() == null ? null : GeneratedIds.parse(plan.idPrefix());
        ImportOrigin origin = new ImportOrigin(
                plan.inputs().stream().map(PlannedInput::firstPath).toList(), plan.importNumber(), plan.created());
        SessionOwner owner = owner(work.right(), progress, plan);
        WriteSessions repositorySessions = repositorySessions(owner);
        WriteTarget target = target(work).ownedBy(owner);
        if (!connections.data().facts().isTested()) {
            work.run().comparing().watchUpserts();
        }
        ChunkWriter<D> writer = new ChunkWriter<>(
                job.writer().create(target, rendering),
                target,
                work.run().comparing(),
                plans.preImagesOf(plan, repositorySessions),
                plans.retries().until(stopRequested));
        if (continued) {
            writer.continueEarlierRun();
        }
        SeenRecords<D> seen = job.removesUnseen()
                ? new SeenRecords<>(
                        plans.seenIds().recorder(plan.importNumber(), partition.doneTo()),
                        job.mapping().toIds(null, plan.created(), origin),
                        writer,
                        job.inputs())
                : null;
        WorkerStep<D> step = new WorkerStep<>(
                Run.stepOf(partition),
                job.file().write().chunkSize(),
                job.reader(partition),
                job.mapper(rendering, ids, plan.created(), origin),
                new ImportItemWriter<>(
                        work.run(), work.right(), progress, rejects, repositorySessions, operations, writer, seen),
                repository);
        return step.ready(stopRequested);
    }

    /** Returns the target of a partition: partition k goes to server k mod n. */
    private WriteTarget target(PartitionWork work) {
        ImportJob job = work.run().job();
        List<MongoConnection> servers = connections.allData();
        MongoConnection server = servers.get(work.index() % servers.size());
        ServerFacts facts = connections.data().facts();
        return new WriteTarget(
                factory(server, job),
                () -> new SimpleReactiveMongoDatabaseFactory(
                        server.reactiveClient(), MongoConnections.database(server, job.file())),
                job.write(),
                work.threads(),
                facts.maxBsonObjectSize(),
                facts.takesMixedCommands(),
                facts.kind(),
                null);
    }

    private SessionOwner owner(WriteRight right, PartitionProgress progress, ImportPlan plan) {
        return new SessionOwner() {
            @Override
            public void check() {
                right.check();
            }

            @Override
            public void confirm() {
                right.confirm();
            }

            @Override
            public void begins(UUID session) {
                progress.begins(session);
            }

            @Override
            public void refusesBelow(Map<UUID, Long> numbers) {
                refuseBelow(plan, numbers);
            }

            @Override
            public void ends(Collection<UUID> sessions) {
                endSessions(plan.identity().target(), sessions, plans.retries());
            }
        };
    }
}
