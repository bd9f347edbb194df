package dev.mongohaul.report.figure;

import dev.mongohaul.repository.run.PastPlan;
import org.jspecify.annotations.Nullable;

/**
 * What was imported, and where; all null if the import was never planned.
 *
 * @param target namespace
 * @param file the first of the input
 * @param fileCount number of files of the input
 */
public record ImportedInput(
        @Nullable String target,
        @Nullable String operation,
        @Nullable String file,
        int fileCount) {

    /** Returns that of a plan, if there is one. */
    public static ImportedInput of(@Nullable PastPlan plan) {
        return plan == null
                ? new ImportedInput(null, null, null, 0)
                : new ImportedInput(plan.target(), plan.operation(), plan.file(), plan.files());
    }
}
