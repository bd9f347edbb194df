package dev.mongohaul.repository.plan;

import org.jspecify.annotations.Nullable;

/**
 * Latest division of the input into partitions, which are documents of their own.
 *
 * @param run number of the run that made it, a jobExecutionId
 * @param partitions their number
 * @param version of the program, if workers may claim the partitions; else null
 */
public record PlannedCut(long run, int partitions, @Nullable String version) {

    /** A division whose partitions belong to the process that made it. */
    public PlannedCut(long run, int partitions) {
        this(run, partitions, null);
    }
}
