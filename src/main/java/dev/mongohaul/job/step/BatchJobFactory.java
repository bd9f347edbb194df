package dev.mongohaul.job.step;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.run.LimitExceededException;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.run.RejectFiles;
import dev.mongohaul.job.run.RejectLimitExceededException;
import dev.mongohaul.job.target.StagedLoad;
import dev.mongohaul.job.target.TargetCollection;
import dev.mongohaul.job.target.TargetRefusedException;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.export.RejectExportException;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.WriteRight;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.PartitionProgress;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.PlannedCut;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.ImportEnding;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.TargetServer;
import dev.mongohaul.text.ProgramVersion;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.send.WriteTarget;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.listener.JobExecutionListener;
import org.springframework.batch.core.partition.PartitionStep;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleReactiveMongoDatabaseFactory;

/**
 * Factory of the Spring Batch job of a run, with the steps prepare, import and finish. Every run has all three;
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
        RetryBudget retryPolicy) {

    /** Returns the identity of the content that the job would load now. */
    public ImportIdentity identity(ImportJob job, InputScan scan) {
        return job.identity(scan.content(), MongoConnections.database(connections.data(), job));
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
            TargetCollection.requireFit(database, server.facts(), job, retryPolicy);
            if (job.swaps()) {
                boolean isNew = known.map(ImportPlan::staging).isEmpty();
                StagedLoad.requireFit(server, database, job, planKey, isNew, retryPolicy);
            }
        });
    }

    /** Pre-images are found by their ids, of which a collation makes different ones equal. */
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
                        factory(server, job).getMongoDatabase(), job, plans.retryPolicy()));
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

    /** As {@link StagedLoad#discard}. */
    public void discard(ImportPlan plan) {
        StagedLoad.discard(connections.data().client(), plans, plan);
    }

    /** As {@link StagedLoad#sweep}. */
    public void sweep(List<ImportPlan> ofJob, int keep) {
        StagedLoad.sweep(connections.data().client(), plans, ofJob, keep);
    }

    /**
     * Ends server sessions of processes that may not write any more.
     *
     * @param target namespace that they write to
     */
    public void endSessions(String target, Collection<UUID> sessions, RetryBudget retries) {
        connections.endSessions(new MongoNamespace(target), sessions, retries);
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
                sessions -> endSessions(plan.identity().target(), sessions, plans.retryPolicy()));
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
        return new JobBuilder(run.job().name(), repository)
                .listener(new RunListener(run, connections.described(), rejectFiles))
                .start(step(
                        "prepare", new PrepareTasklet(run, plans, rejects, collections, staged, cutter, connections)))
                .next(importStep(run, run.job().rendering(), run.plan().begun()))
                .next(step(
                        "finish",
                        new FinishTasklet(run, plans, collections, staged, sessions, repositorySessions(owner))))
                .build();
    }

    private static SimpleMongoClientDatabaseFactory factory(MongoConnection server, ImportJob job) {
        return new SimpleMongoClientDatabaseFactory(server.client(), MongoConnections.database(server, job));
    }

    private Step step(String name, Tasklet tasklet) {
        return new StepBuilder(name, repository)
                .tasklet(tasklet, new ResourcelessTransactionManager())
                .allowStartIfComplete(true)
                .build();
    }

    /** @param continued whether an earlier run may have written documents */
    private <D> Step importStep(ImportRun run, Rendering<D> rendering, boolean continued) {
        PartitionStep step = new PartitionStep(repository);
        step.setName(Run.IMPORT_STEP);
        step.setAllowStartIfComplete(true);
        PartitionRunner runner = new PartitionRunner(
                run,
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
        step.setStepExecutionSplitter(runner);
        step.setPartitionHandler(sharing.shares(run.job()) ? sharing.handler(run) : runner);
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
        DocumentMapper<D> mapper = job.mapping().to(rendering, ids, plan.created());
        SessionOwner owner = owner(work.right(), progress, plan);
        WriteSessions repositorySessions = repositorySessions(owner);
        WriteTarget target = target(work).ownedBy(owner);
        ChunkWriter<D> writer = new ChunkWriter<>(
                job.writer().create(target, rendering),
                target,
                work.run().comparing(),
                plans.preImagesOf(plan, repositorySessions),
                plans.retryPolicy());
        if (continued) {
            writer.continueEarlierRun();
        }
        SeenRecords<D> seen = job.removesUnseen()
                ? new SeenRecords<>(
                        plans.seenIds().recorder(plan.jobInstanceId(), partition.doneTo()),
                        job.mapping().toIds(plan.created()),
                        writer,
                        job.inputs())
                : null;
        WorkerStep<D> step = new WorkerStep<>(
                Run.stepOf(partition),
                job.file().write().chunkSize(),
                job.reader(partition),
                (CsvItem item) -> operations.check(mapper.map(item), rendering),
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
                        server.reactiveClient(), MongoConnections.database(server, job)),
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
            public void ends(Collection<UUID> sessions) {
                endSessions(plan.identity().target(), sessions, plans.retryPolicy());
            }
        };
    }

    /**
     * Listener of a run: stores the server at its start, and at its end exports the rejects and stores the outcome, with a
     * one-line reason instead of a stack trace.
     */
    record RunListener(ImportRun run, TargetServer server, RejectFiles rejects) implements JobExecutionListener {

        private static final Logger LOG = LoggerFactory.getLogger(RunListener.class);

        /** Stores the server, which is saved with the first step. */
        @Override
        public void beforeJob(JobExecution execution) {
            server.putInto(execution.getExecutionContext());
            run.monitor().runs(execution.getJobInstanceId());
            run.meter().begun(new Run(execution, run.plan()));
        }

        @Override
        public void afterJob(JobExecution execution) {
            run.monitor().enter(Phase.FINISHING);
            Optional<Throwable> failure = failure(execution);
            Optional<Throwable> exportFailure = exportRejects(execution.getId());
            exportFailure.ifPresent(why -> {
                execution.addFailureException(why);
                execution.setStatus(BatchStatus.FAILED);
            });
            Throwable cause = failure.or(() -> exportFailure)
                    .orElseGet(() -> new ImportFailedException("The import failed for an unknown reason"));
            if (stoppedDuringRetries(execution, cause)) {
                execution.setStatus(BatchStatus.STOPPED);
            }
            ImportEnding ending = ending(execution, cause);
            boolean failed = ending == ImportEnding.FAILED || ending.exceededLimit();
            execution.setExitStatus(new ExitStatus(ending.exitCode(), failed ? reason(cause, exportFailure) : ""));
            run.meter().ended(new Run(execution, run.plan()));
        }

        /** Exports the rejects, also of a failed run, and returns the failure if that is impossible. */
        private Optional<Throwable> exportRejects(long execution) {
            try {
                run.lease().confirm();
                if (run.plan().begun()) {
                    rejects.export(run.plan(), run.job().file().rejects().directory(), execution);
                }
                return Optional.empty();
            } catch (RuntimeException e) {
                return Optional.of(Failures.cause(e));
            }
        }

        /** Returns whether a chunk failed because its retries were cut short by a stop request. */
        private boolean stoppedDuringRetries(JobExecution execution, Throwable cause) {
            return execution.getStatus() == BatchStatus.FAILED
                    && run.monitor().stopRequested()
                    && cause instanceof TransientServerException;
        }

        private ImportEnding ending(JobExecution execution, Throwable cause) {
            return switch (execution.getStatus()) {
                case COMPLETED ->
                    run.plan().counts().rejected() == 0 ? ImportEnding.COMPLETED : ImportEnding.COMPLETED_WITH_REJECTS;
                case STOPPED, STOPPING -> ImportEnding.STOPPED;
                default -> {
                    if (cause instanceof RejectLimitExceededException) {
                        yield ImportEnding.REJECT_LIMIT_EXCEEDED;
                    }
                    yield cause instanceof LimitExceededException ? ImportEnding.LIMIT_EXCEEDED : ImportEnding.FAILED;
                }
            };
        }

        /** Returns the reason of the failure, followed by the reason why rejects could not be exported, if any. */
        private static String reason(Throwable cause, Optional<Throwable> exportFailure) {
            LOG.debug("The import failed", cause);
            String reason = Failures.describe(cause);
            return exportFailure
                    .filter(other -> other instanceof RejectExportException && other != cause)
                    .map(other -> reason + (reason.endsWith(".") ? " " : ". ") + Failures.describe(other))
                    .orElse(reason);
        }

        /** Returns the failure of a partition, else the first one that Spring Batch has. */
        private Optional<Throwable> failure(JobExecution execution) {
            return run.failure()
                    .or(() -> execution.getAllFailureExceptions().stream().findFirst())
                    .map(Failures::cause);
        }
    }

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
                    new MongoNamespace(run.plan().identity().target()),
                    run.plan().sessions(),
                    plans.retryPolicy());
            if (staged != null) {
                staged.prepare();
            }
            if (staged == null || !staged.isReplaced()) {
                targets.forEach(TargetCollection::prepare);
            }
            ImportJob job = run.job();
            ImportPlan former = run.plan();
            String prefix = former.begun() ? former.idPrefix() : idPrefix(job, instance);
            List<ImportPartition> tiles = partitions.cut(former.partitions());
            PlannedCut cut =
                    new PlannedCut(execution.getId(), tiles.size(), partitions.shared() ? ProgramVersion.read() : null);
            ImportPlan plan = former.prepared(cut, instance, prefix, job.request(), job.plannedInputs(), tiles);
            plans.savePrepared(plan, run.lease().lease(), job::sums);
            for (ImportPartition partition : plan.partitions()) {
                // Workers delete those of a partition when they claim it.
                if (!partition.finished() && cut.version() == null) {
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

        private static @Nullable String idPrefix(ImportJob job, long instance) {
            return job.generatesIds() ? GeneratedIds.of(Instant.now(), instance).prefix() : null;
        }
    }

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
        public RepeatStatus execute(StepContribution contribution, ChunkContext context)
                throws JobInterruptedException {
            run.monitor().enter(Phase.FINISHING);
            ImportPlan plan = run.plan();
            if (staged != null && staged.isReplaced()) {
                return RepeatStatus.FINISHED;
            }
            run.job().changedInput(plan.identity().content()).ifPresent(change -> {
                throw new ImportFailedException(change
                        + ": the input is not the one the import was planned for. Import a file when it is complete");
            });
            requireTiles(plan);
            plan.partitions().forEach(FinishTasklet::requireBalance);
            requireDocuments(plan);
            Optional<RejectLimitExceededException> exceeded =
                    run.limitExceeded(plan.counts(), run.job().inputs().endOffset(), true);
            if (exceeded.isPresent()) {
                throw exceeded.get();
            }
            run.lease().confirm();
            List<Deviation> deviations = new DriftCheck(plans.figures(), run.job()).complete(plan);
            Deviation.putInto(contribution.getStepExecution().getJobExecution().getExecutionContext(), deviations);
            List<String> breaches = deviations.stream()
                    .filter(Deviation::breach)
                    .map(Deviation::text)
                    .toList();
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
                        "Bytes %,d to %,d were not read to their end; run the same command to resume",
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
}
