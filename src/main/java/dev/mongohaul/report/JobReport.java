package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.report.History.Medians;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One job in a list of jobs.
 *
 * @param importCount number of its imports
 * @param last its last import; null if there is none
 * @param usual medians of its completed imports; null if there are too few
 * @param slot the last slot of its schedule; null if there is none
 */
public record JobReport(
        String job,
        long importCount,
        @Nullable ImportSummary last,
        @Nullable Medians usual,
        @Nullable SlotReport slot) {

    /**
     * A job with its imports and slots.
     *
     * @param imports the newest first
     * @param slots the newest first
     */
    public record JobHistory(@JsonUnwrapped JobReport job, List<ImportSummary> imports, List<SlotReport> slots) {

        public JobHistory {
            imports = List.copyOf(imports);
            slots = List.copyOf(slots);
        }
    }
}
