package dev.mongohaul.job.step;

import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.Run;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.batch.core.partition.StepExecutionSplitter;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;

/**
 * Makes a step execution of each piece that is not finished.
 *
 * <p>What is left was cut by this try, for the grid size that it was given: Spring Batch's own splitter would take the
 * grid size of the first try, and refuse pieces whose process was killed.
 */
final class PartitionSplitter implements StepExecutionSplitter {

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
        for (ImportPartition piece : run.plan().pieces()) {
            if (!piece.finished()) {
                executions.add(repository.createStepExecution(Run.stepOf(piece), manager.getJobExecution()));
            }
        }
        return executions;
    }
}
