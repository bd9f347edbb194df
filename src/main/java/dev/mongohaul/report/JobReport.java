package dev.mongohaul.report;

import dev.mongohaul.report.figure.Medians;
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
        @Nullable SlotReport slot) {}
