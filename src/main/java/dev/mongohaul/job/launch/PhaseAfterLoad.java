package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.repository.plan.ImportPlan;

/**
 * Phase between the load of an import and the moves of its files; each bean of this type is one. The documents are written,
 * the import is stored as completed, and this process has its lease. The target is free for other imports.
 *
 * <p>A phase stores its result with the plan, and changes neither the target nor the input. After a stop, or if the process is
 * killed, the same command runs the phase again, as long as it is due, and only then moves files.
 */
public interface PhaseAfterLoad {

    /**
     * Returns whether the phase is still to be run.
     *
     * @param plan of an import whose documents are written
     */
    boolean isDue(ImportJob job, ImportPlan plan);

    /**
     * Runs the phase.
     *
     * @param scan of the input, whose bytes the import has read
     * @param monitor shows the progress, and can stop the phase
     * @return the plan as it is stored now; the phase is still due if it was stopped
     * @throws RuntimeException if the server is lost; the phase is then still due
     */
    ImportPlan run(ImportJob job, InputScan scan, ImportPlan plan, ImportMonitor monitor);
}
