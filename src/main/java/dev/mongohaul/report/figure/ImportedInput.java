package dev.mongohaul.report.figure;

import dev.mongohaul.repository.run.PastPlan;
import java.util.Optional;
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
        Optional<PastPlan> planned = Optional.ofNullable(plan);
        return new ImportedInput(
                planned.map(PastPlan::target).orElse(null),
                planned.map(PastPlan::operation).orElse(null),
                planned.map(PastPlan::file).orElse(null),
                planned.map(PastPlan::files).orElse(0));
    }
}
