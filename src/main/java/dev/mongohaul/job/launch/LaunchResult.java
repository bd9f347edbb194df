package dev.mongohaul.job.launch;

import dev.mongohaul.repository.ImportPlan;

/**
 * What a launch came to.
 *
 * @param jobExecutionId the try that was run; 0 where the content was loaded before
 * @param plan the import as it stands now
 */
public record LaunchResult(long jobExecutionId, ImportPlan plan) {

    static LaunchResult ran(long jobExecutionId, ImportPlan plan) {
        return new LaunchResult(jobExecutionId, plan);
    }

    static LaunchResult loadedBefore(ImportPlan plan) {
        return new LaunchResult(0, plan);
    }

    public boolean nothingToDo() {
        return jobExecutionId == 0;
    }
}
