package dev.mongohaul.repository.run;

import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportPlan;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Counts in Spring Batch's documents of a run. The documents of the partitions own the counts; these are copies, which a
 * process that is killed, or that loses its partition, can leave behind by a checkpoint. {@link #correct} is the one
 * place that mends them.
 */
public record BatchCounts(JobRepository repository) {

    /** Key in the context of a worker step: documents that existed before, which its counters count as written. */
    static final String ALREADY_THERE = "mongohaul.alreadyThere";

    /** Key in the same context: documents that were not changed, which the counters count as written too. */
    private static final String UNCHANGED = "mongohaul.unchanged";

    /** Key in the same context: filtered records, which the filter count has beside the operations without a document. */
    private static final String FILTERED = "mongohaul.filtered";

    /** Keys in the same context: cells that {@code ragged: lenient} dropped, and missing ones. */
    private static final String DROPPED_CELLS = "mongohaul.droppedCells";

    private static final String PADDED_CELLS = "mongohaul.paddedCells";

    /** Key in the same context: documents that an undo removed, which the counters count as written. */
    private static final String REMOVED = "mongohaul.removed";

    /** Keys in the context of a run with workers: its number, and its counts. */
    private static final String COUNTED_RUN = "mongohaul.countedRun";

    private static final String READ = "mongohaul.read";
    private static final String WRITTEN = "mongohaul.written";
    private static final String REJECTED = "mongohaul.rejected";
    private static final String UNMATCHED = "mongohaul.unmatched";

    /** Returns the counts of a worker step. */
    public static Counts of(StepExecution step) {
        ExecutionContext context = step.getExecutionContext();
        long alreadyThere = context.getLong(ALREADY_THERE, 0);
        long unchanged = context.getLong(UNCHANGED, 0);
        long filtered = context.getLong(FILTERED, 0);
        return new Counts(
                step.getReadCount(),
                step.getWriteCount() - unchanged - alreadyThere,
                unchanged,
                alreadyThere,
                step.getProcessSkipCount() + step.getWriteSkipCount(),
                step.getFilterCount() - filtered,
                filtered,
                new CellCounts(context.getLong(DROPPED_CELLS, 0), context.getLong(PADDED_CELLS, 0)),
                context.containsKey(REMOVED) ? (Long) context.getLong(REMOVED) : null);
    }

    /** Sets the counters of a worker step. Rejects that the step has not counted itself are counted as the writer's. */
    public static void set(Counts counts, StepExecution step) {
        step.setReadCount(counts.read());
        step.setWriteCount(counts.written() + counts.unchanged() + counts.alreadyThere());
        step.setProcessSkipCount(Math.min(step.getProcessSkipCount(), counts.rejected()));
        step.setWriteSkipCount(counts.rejected() - step.getProcessSkipCount());
        step.setFilterCount(counts.unmatched() + counts.filtered());
        ExecutionContext context = step.getExecutionContext();
        context.putLong(ALREADY_THERE, counts.alreadyThere());
        if (counts.unchanged() > 0 || context.containsKey(UNCHANGED)) {
            context.putLong(UNCHANGED, counts.unchanged());
        }
        if (counts.filtered() > 0 || context.containsKey(FILTERED)) {
            context.putLong(FILTERED, counts.filtered());
        }
        if (!counts.cells().equals(CellCounts.NONE)) {
            context.putLong(DROPPED_CELLS, counts.cells().dropped());
            context.putLong(PADDED_CELLS, counts.cells().padded());
        }
        if (counts.removed() != null) {
            context.putLong(REMOVED, counts.removed());
        }
    }

    /** Returns the counts of a run with workers; empty for other runs. */
    static Optional<Counts> of(JobExecution run) {
        ExecutionContext context = run.getExecutionContext();
        // Spring Batch copies the context of a run to the next one.
        if (context.getLong(COUNTED_RUN, 0) != run.getId()) {
            return Optional.empty();
        }
        return Optional.of(new Counts(
                        context.getLong(READ),
                        context.getLong(WRITTEN),
                        context.getLong(UNCHANGED, 0),
                        context.getLong(ALREADY_THERE),
                        context.getLong(REJECTED),
                        context.getLong(UNMATCHED),
                        new CellCounts(context.getLong(DROPPED_CELLS), context.getLong(PADDED_CELLS)))
                .withFiltered(context.getLong(FILTERED, 0)));
    }

    /**
     * Sets the counts of a run with workers. Those of the steps of workers are not reliable: a worker that has lost its
     * claim notices that at its next checkpoint, and may have saved its step after the last owner.
     */
    public static void set(Counts counts, JobExecution run) {
        ExecutionContext context = run.getExecutionContext();
        context.putLong(COUNTED_RUN, run.getId());
        context.putLong(READ, counts.read());
        context.putLong(WRITTEN, counts.written());
        context.putLong(UNCHANGED, counts.unchanged());
        context.putLong(ALREADY_THERE, counts.alreadyThere());
        context.putLong(REJECTED, counts.rejected());
        context.putLong(UNMATCHED, counts.unmatched());
        context.putLong(FILTERED, counts.filtered());
        context.putLong(DROPPED_CELLS, counts.cells().dropped());
        context.putLong(PADDED_CELLS, counts.cells().padded());
    }

    /**
     * Sets the counters of a run's worker steps, and with workers those of the run, to the counts of the partitions.
     *
     * @param steps of the run, as stored
     * @param plan with the partitions as the run left them
     * @return the worker steps among them
     */
    public List<StepExecution> correct(JobExecution run, Collection<StepExecution> steps, ImportPlan plan) {
        Map<String, ImportPartition> partitions =
                plan.partitions().stream().collect(Collectors.toMap(Run::stepOf, Function.identity()));
        List<StepExecution> workers = steps.stream()
                .filter(step -> partitions.containsKey(step.getStepName()))
                .toList();
        for (StepExecution step : workers) {
            Counts counts = counts(partitions, step.getStepName());
            if (!of(step).equals(counts)) {
                set(counts, step);
                repository.updateExecutionContext(step);
                repository.update(step);
            }
        }
        if (plan.cut() != null && plan.cut().version() != null && plan.cut().run() == run.getId()) {
            set(
                    workers.stream()
                            .map(StepExecution::getStepName)
                            .distinct()
                            .map(name -> counts(partitions, name))
                            .reduce(Counts.NONE, Counts::plus),
                    run);
            repository.updateExecutionContext(run);
        }
        return workers;
    }

    private static Counts counts(Map<String, ImportPartition> partitions, String step) {
        return Objects.requireNonNull(partitions.get(step)).counts();
    }
}
