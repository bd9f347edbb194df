package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.job.step.RejectMaker.RejectRecorder;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.PartitionProgress;
import dev.mongohaul.repository.Run;
import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.SendThreads;
import dev.mongohaul.writer.delivery.WriteSessions;
import dev.mongohaul.writer.delivery.WriteTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.partition.PartitionHandler;
import org.springframework.batch.core.partition.PartitionStep;
import org.springframework.batch.core.partition.StepExecutionSplitter;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Makes the step that reads and writes an import's partitions, as many at a time as the job's grid size.
 *
 * @param checkpointInterval how often a running partition is saved at most
 * @param target where the documents of a partition go, by its index; asked once for each
 */
public record ImportStepFactory(
        JobRepository repository,
        ImportPlans plans,
        RejectStore rejects,
        Duration checkpointInterval,
        IntFunction<WriteTarget> target) {

    /**
     * A step of which each partition is a step of its own.
     *
     * @param continued whether an earlier run may have written documents
     */
    public Step step(ImportRun run, boolean continued) {
        PartitionStep step = new PartitionStep(repository);
        step.setName(Run.IMPORT_STEP);
        step.setAllowStartIfComplete(true);
        step.setStepExecutionSplitter(new PartitionSplitter(run, repository));
        step.setPartitionHandler(new PartitionRunner(
                run, (partition, threads) -> partitionStep(run, run.job().rendering(), partition, threads, continued)));
        try {
            step.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("The import step is incomplete", e);
        }
        return step;
    }

    private <D> Step partitionStep(
            ImportRun run, Rendering<D> rendering, ImportPartition partition, SendThreads threads, boolean continued) {
        ImportJob job = run.job();
        ImportPlan plan = run.plan();
        int index = plan.partitions().indexOf(partition);
        PartitionProgress progress =
                new PartitionProgress(plans, plan, index, run.lease().lease(), checkpointInterval);
        RecordOperations operations = job.operations();
        DocumentMapper<D> mapper = job.mapper(rendering, generatedIds(plan), plan.created());
        DocumentItemWriter<D> writer =
                job.writer().create(target.apply(index).with(threads).ownedBy(owner(run)), rendering);
        writer.shareTrouble(run.lease().retryPolicy());
        if (continued) {
            writer.continueEarlierTry();
        }
        RejectRecorder recorder = new RejectRecorder(rejects, plan.jobInstanceId(), job.inputs(), run.lease());
        WorkerStep<D> step = new WorkerStep<>(
                Run.stepOf(partition),
                job.chunkSize(),
                job.reader(partition),
                (CsvItem item) -> operations.check(mapper.map(item)),
                new ImportItemWriter<>(run, progress, recorder, operations, writer),
                repository);
        return step.ready(run::ending);
    }

    private WriteSessions.Owner owner(ImportRun run) {
        return new WriteSessions.Owner() {
            @Override
            public void check() {
                run.lease().check();
            }

            @Override
            public void confirm() {
                run.lease().confirm();
            }

            @Override
            public void begins(UUID session) {
                plans.addSession(run.plan().key(), session, run.lease().lease());
            }
        };
    }

    private static @Nullable GeneratedIds generatedIds(ImportPlan plan) {
        return plan.idPrefix() == null ? null : GeneratedIds.parse(plan.idPrefix());
    }

    /**
     * Runs the partitions on as many threads as the grid has, and waits for all of them, whatever happens: a partition that writes on
     * behind an import that has ended would write into another's.
     */
    static final class PartitionRunner implements PartitionHandler {

        /** A command for less than this many documents costs more than it gains. */
        private static final int SMALLEST_PART = 250;

        private final ImportRun run;
        private final BiFunction<ImportPartition, SendThreads, Step> steps;

        PartitionRunner(ImportRun run, BiFunction<ImportPartition, SendThreads, Step> steps) {
            this.run = run;
            this.steps = steps;
        }

        @Override
        public Collection<StepExecution> handle(StepExecutionSplitter splitter, StepExecution manager)
                throws JobExecutionException {
            int count = run.job().threads();
            Collection<StepExecution> executions = splitter.split(manager, run.job().gridSize());
            Map<String, ImportPartition> partitions =
                    run.plan().partitions().stream().collect(Collectors.toMap(Run::stepOf, Function.identity()));
            ExecutorService threads = Executors.newFixedThreadPool(count, new CustomizableThreadFactory("piece-"));
            SendThreads idle = new SendThreads(threads, Math.max(1, count / Math.max(1, executions.size())), SMALLEST_PART);
            try {
                List<Future<?>> ends = new ArrayList<>();
                for (StepExecution execution : executions) {
                    ImportPartition partition = Objects.requireNonNull(partitions.get(execution.getStepName()));
                    ends.add(threads.submit(() -> read(partition, idle, execution)));
                }
                ends.forEach(this::await);
            } finally {
                threads.shutdown();
            }
            return executions;
        }

        private void read(ImportPartition partition, SendThreads idle, StepExecution execution) {
            try {
                steps.apply(partition, idle).execute(execution);
            } catch (Exception e) {
                execution.addFailureException(e);
                execution.setStatus(BatchStatus.FAILED);
            }
            if (execution.getStatus().isUnsuccessful()) {
                run.fail(execution.getFailureExceptions().stream()
                        .findFirst()
                        .orElseGet(() -> new IllegalStateException(partition + " failed without a reason")));
            }
        }

        /** An interruption is a request to stop: it is passed on to the partitions, whose ends are awaited all the same. */
        private void await(Future<?> end) {
            boolean interrupted = false;
            while (true) {
                try {
                    end.get();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                    run.monitor().requestStop();
                } catch (ExecutionException e) {
                    run.fail(e.getCause() == null ? e : e.getCause());
                    break;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Makes a step execution of each partition that is not finished.
     *
     * <p>What is left was cut by this run, for the grid size that it was given: Spring Batch's own splitter would take the
     * grid size of the first run, and refuse partitions whose process was killed.
     */
    static final class PartitionSplitter implements StepExecutionSplitter {

        private final ImportRun run;
        private final JobRepository repository;

        PartitionSplitter(ImportRun run, JobRepository repository) {
            this.run = run;
            this.repository = repository;
        }

        @Override
        public String getStepName() {
            return Run.IMPORT_STEP;
        }

        /** In the order of the input; the grid size says how many of them run at a time, and is not asked here. */
        @Override
        public Set<StepExecution> split(StepExecution manager, int gridSize) {
            Set<StepExecution> executions = new LinkedHashSet<>();
            for (ImportPartition partition : run.plan().partitions()) {
                if (!partition.finished()) {
                    executions.add(repository.createStepExecution(Run.stepOf(partition), manager.getJobExecution()));
                }
            }
            return executions;
        }
    }
}
