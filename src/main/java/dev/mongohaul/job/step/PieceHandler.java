package dev.mongohaul.job.step;

import dev.mongohaul.repository.Piece;
import dev.mongohaul.repository.Run;
import dev.mongohaul.writer.delivery.WriteTarget.SendThreads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Runs the pieces on as many threads as the grid has, and waits for all of them, whatever happens: a piece that writes on
 * behind an import that has ended would write into another's.
 */
final class PieceHandler implements PartitionHandler {

    /** A command for less than this many documents costs more than it gains. */
    private static final int SMALLEST_PART = 250;

    private final ImportRun run;
    private final BiFunction<Piece, SendThreads, Step> steps;

    PieceHandler(ImportRun run, BiFunction<Piece, SendThreads, Step> steps) {
        this.run = run;
        this.steps = steps;
    }

    @Override
    public Collection<StepExecution> handle(StepExecutionSplitter splitter, StepExecution manager)
            throws JobExecutionException {
        int count = run.job().threads();
        Collection<StepExecution> executions = splitter.split(manager, run.job().gridSize());
        Map<String, Piece> pieces =
                run.plan().pieces().stream().collect(Collectors.toMap(Run::stepOf, Function.identity()));
        ExecutorService threads = Executors.newFixedThreadPool(count, new CustomizableThreadFactory("piece-"));
        SendThreads idle = new SendThreads(threads, Math.max(1, count / Math.max(1, executions.size())), SMALLEST_PART);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (StepExecution execution : executions) {
                Piece piece = Objects.requireNonNull(pieces.get(execution.getStepName()));
                ends.add(threads.submit(() -> read(piece, idle, execution)));
            }
            ends.forEach(this::await);
        } finally {
            threads.shutdown();
        }
        return executions;
    }

    private void read(Piece piece, SendThreads idle, StepExecution execution) {
        try {
            steps.apply(piece, idle).execute(execution);
        } catch (Exception e) {
            execution.addFailureException(e);
            execution.setStatus(BatchStatus.FAILED);
        }
        if (execution.getStatus().isUnsuccessful()) {
            run.fail(execution.getFailureExceptions().stream()
                    .findFirst()
                    .orElseGet(() -> new IllegalStateException(piece + " failed without a reason")));
        }
    }

    /** An interruption is a request to stop: it is passed on to the pieces, whose ends are awaited all the same. */
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
