package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * A job with its imports and slots.
 *
 * @param imports the newest first, as many as were asked for
 * @param slots the newest first, as many as were asked for
 */
public record JobHistory(@JsonUnwrapped JobReport job, List<ImportSummary> imports, List<SlotReport> slots) {

    public JobHistory {
        imports = List.copyOf(imports);
        slots = List.copyOf(slots);
    }
}
