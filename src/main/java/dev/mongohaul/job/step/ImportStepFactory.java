package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.RecordOperations;
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
import dev.mongohaul.writer.delivery.WriteSessions;
import dev.mongohaul.writer.delivery.WriteTarget;
import dev.mongohaul.writer.delivery.WriteTarget.SendThreads;
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
 * Factory of the import step, which has one worker step for each unfinished partition and runs as many of them at a
 * time as the job's grid size.
 *
 * @param checkpointInterval shortest time between two checkpoints of a partition
 * @param target where the documents of a partition go, by its index; called once for each
 */
public record ImportStepFactory(
        JobRepository repository,
        ImportPlans plans,
        RejectStore rejects,
        Duration checkpointInterval,
        IntFunction<WriteTarget> target) {

    /**
     * Returns the import step.
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
        writer.shareRetryBudget(run.lease().retryPolicy());
        if (continued) {
            writer.continueEarlierRun();
        }
        WorkerStep<D> step = new WorkerStep<>(
                Run.stepOf(partition),
                job.chunkSize(),
                job.reader(partition),
                (CsvItem item) -> operations.check(mapper.map(item)),
                new ImportItemWriter<>(run, progress, rejects, operations, writer),
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
     * Runner of the worker steps. It waits for all of them in any case: a partition that still writes after its import
     * has ended would interfere with the next one.
     */
    private record PartitionRunner(ImportRun run, BiFunction<ImportPartition, SendThreads, Step> steps)
            implements PartitionHandler {

        /** Smallest number of documents for which an additional command is worth its cost. */
        private static final int SMALLEST_PART = 250;

        @Override
        public Collection<StepExecution> handle(StepExecutionSplitter splitter, StepExecution manager)
                throws JobExecutionException {
            int count = run.job().threads();
            Collection<StepExecution> executions =
                    splitter.split(manager, run.job().gridSize());
            Map<String, ImportPartition> partitions =
                    run.plan().partitions().stream().collect(Collectors.toMap(Run::stepOf, Function.identity()));
            ExecutorService threads = Executors.newFixedThreadPool(count, new CustomizableThreadFactory("partition-"));
            SendThreads idle =
                    new SendThreads(threads, Math.max(1, count / Math.max(1, executions.size())), SMALLEST_PART);
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

        /** Waits for a partition. An interruption requests a stop of all partitions, and the wait continues. */
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
     * Splitter that creates a step execution for each unfinished partition.
     *
     * <p>The partitions were cut by this run for its grid size. Spring Batch's own splitter would take the grid size of
     * the first run, and refuse partitions of a killed process.
     */
    private record PartitionSplitter(ImportRun run, JobRepository repository) implements StepExecutionSplitter {

        @Override
        public String getStepName() {
            return Run.IMPORT_STEP;
        }

        /**
         * Returns the executions in the order of the input. The grid size limits how many run at a time and is not used
         * here.
         */
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
