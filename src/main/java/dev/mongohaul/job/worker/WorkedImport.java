package dev.mongohaul.job.worker;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.run.ImportMeter;
import dev.mongohaul.job.run.RunState;
import dev.mongohaul.job.step.BatchJobFactory;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedCut;
import dev.mongohaul.writer.delivery.CompareChoice;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

/** Import that this process works on. Thread-safe. */
final class WorkedImport {

    private final ImportPlan plan;
    private final long runNumber;
    private final RunState run;
    private volatile boolean ending;
    private volatile @Nullable String unfit;

    private WorkedImport(ImportPlan plan, long runNumber, RunState run) {
        this.plan = plan;
        this.runNumber = runNumber;
        this.run = run;
    }

    /** @param plan with its cut; its partitions are not used */
    static WorkedImport of(ImportPlan plan, ImportJob job, ImportMeter meter, CompareChoice comparing) {
        PlannedCut cut = Objects.requireNonNull(plan.cut());
        return new WorkedImport(plan, cut.run(), new WorkerRun(job, plan.importNumber(), meter, comparing));
    }

    ImportPlan plan() {
        return plan;
    }

    RunState run() {
        return run;
    }

    /** Records why this process cannot go on with the import. */
    void unfit(String reason) {
        unfit = reason;
    }

    void requireFit() {
        String reason = unfit;
        if (reason != null) {
            throw new UnfitException(reason);
        }
    }

    boolean isEnding() {
        return ending;
    }

    /** Reads whether the import goes on. */
    boolean refresh(BatchJobFactory jobs) {
        ending = !jobs.plans().isOpen(plan.key(), runNumber);
        if (ending) {
            run.job().inputs().release();
        }
        return !ending;
    }

    /**
     * Returns the execution of the run, for steps only: only the manager saves it.
     *
     * @param token of the partition's owner, who alone saves the step
     */
    JobExecution execution(String token) {
        JobParameters parameters = new JobParametersBuilder()
                .addString(Lease.PARAMETER, token, false)
                .toJobParameters();
        JobInstance instance =
                new JobInstance(plan.importNumber(), plan.identity().job());
        return new JobExecution(runNumber, instance, parameters);
    }
}
