package dev.mongohaul.job.step;

import dev.mongohaul.job.run.PlannedRun;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.writer.send.SendThreads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.partition.PartitionHandler;
import org.springframework.batch.core.partition.StepExecutionSplitter;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Runner of the worker steps, one for each unfinished partition. It waits for all of them in any case: a partition
 * that still writes after its import has ended would interfere with the next one.
 *
 * <p>The partitions were cut by this run for its grid size. Spring Batch's own splitter would take the grid size of
 * the first run, and refuse partitions of a killed process.
 */
record PartitionRunner(
        PlannedRun run, int threads, JobRepository repository, BiFunction<ImportPartition, SendThreads, Step> steps)
        implements PartitionHandler, StepExecutionSplitter {

    /** Smallest number of documents for which an additional command is worth its cost. */
    private static final int SMALLEST_PART = 250;

    @Override
    public Collection<StepExecution> handle(StepExecutionSplitter splitter, StepExecution manager)
            throws JobExecutionException {
        Collection<StepExecution> executions = splitter.split(manager, threads);
        Map<String, ImportPartition> partitions =
                run.plan().partitions().stream().collect(Collectors.toMap(Run::stepOf, Function.identity()));
        ExecutorService pool = Executors.newFixedThreadPool(threads, new CustomizableThreadFactory("partition-"));
        SendThreads idle = new SendThreads(pool, Math.max(1, threads / Math.max(1, executions.size())), SMALLEST_PART);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (StepExecution execution : executions) {
                ImportPartition partition = Objects.requireNonNull(partitions.get(execution.getStepName()));
                ends.add(pool.submit(() -> read(partition, idle, execution)));
            }
            ends.forEach(this::await);
        } finally {
            pool.shutdown();
        }
        return executions;
    }

    private void read(ImportPartition partition, SendThreads idle, StepExecution execution) {
        try {
            steps.apply(partition, idle).execute(execution);
        } catch (Throwable e) {
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
