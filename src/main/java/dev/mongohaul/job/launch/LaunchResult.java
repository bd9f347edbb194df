package dev.mongohaul.job.launch;

import dev.mongohaul.repository.plan.ImportPlan;

/**
 * Result of a launch.
 *
 * @param jobExecutionId number of the run; 0 if the content was loaded before
 * @param plan of the import, as it is stored now
 */
public record LaunchResult(long jobExecutionId, ImportPlan plan) {

    public boolean nothingToDo() {
        return jobExecutionId == 0;
    }
}
