package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * A job with its imports.
 *
 * @param imports the newest first, as many as were asked for
 */
public record JobHistory(@JsonUnwrapped JobReport job, List<ImportSummary> imports) {

    public JobHistory {
        imports = List.copyOf(imports);
    }
}
