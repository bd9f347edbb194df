package dev.mongohaul.report;

import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an import was asked for, and what became of it over all tries.
 *
 * @param jobFile its path; null where no try came so far as to plan the import
 * @param parameters as given on the command line of the last try
 * @param pieces in the order of the input
 * @param rejects by reason
 */
public record Contents(
        @Nullable String jobFile, List<String> parameters, List<PieceReport> pieces, RejectReasons rejects) {

    public Contents {
        parameters = List.copyOf(parameters);
        pieces = List.copyOf(pieces);
    }

    static Contents of(@Nullable ImportPlan plan, List<Run> tries, RejectReasons rejects) {
        return plan == null
                ? new Contents(null, List.of(), List.of(), rejects)
                : new Contents(
                        plan.request().jobFile(), plan.request().parameters(), PieceReports.of(plan, tries), rejects);
    }
}
