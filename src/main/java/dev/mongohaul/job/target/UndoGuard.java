package dev.mongohaul.job.target;

import dev.mongohaul.repository.partition.ImportPartition;
import org.springframework.batch.core.job.JobInterruptedException;

/** Run of an undo, as its ranges see it. */
public interface UndoGuard {

    /**
     * Called before each block.
     *
     * @throws JobInterruptedException if the run is asked to stop
     */
    void check() throws JobInterruptedException;

    /** Called after each block. */
    void progressed(ImportPartition range);
}
