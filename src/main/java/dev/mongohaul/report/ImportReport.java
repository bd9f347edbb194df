package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.repository.Run;
import java.util.List;

/**
 * One run in detail, with all tries of its import.
 *
 * @param run the run asked for
 * @param tries all of the import, the first first
 */
public record ImportReport(@JsonUnwrapped RunReport run, List<RunReport> tries) {

    public static ImportReport of(Run run, List<Run> tries) {
        return new ImportReport(
                RunReport.of(run), tries.stream().map(RunReport::of).toList());
    }
}
