package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.schedule.pause.Pause;
import org.jspecify.annotations.Nullable;

/**
 * One job in a list of jobs.
 *
 * @param importCount number of its imports
 * @param last its last import; null if there is none
 * @param usual medians of its completed imports; null if there are too few
 * @param slot the last slot of its schedule; null if there is none
 * @param paused since when, and by whom, its schedule is paused; null if it is not
 * @param ofFiles whether these are imports of files without a job file; left out for jobs
 * @param state state of the job in the overview; null in lists
 */
public record JobReport(
        String job,
        long importCount,
        @Nullable ImportSummary last,
        @Nullable Medians usual,
        @Nullable SlotReport slot,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Pause paused,

        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean ofFiles,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String state) {

    /** Returns the job with its state in the overview. */
    public JobReport in(String overviewed) {
        return new JobReport(job, importCount, last, usual, slot, paused, ofFiles, overviewed);
    }
}
