package dev.mongohaul.report;

import org.jspecify.annotations.Nullable;

/**
 * One job as a line among others.
 *
 * @param importCount how many imports it has had
 * @param last its last import; null where it had none
 * @param usual medians of its completed imports; null where they are too few
 * @param slot the last time of its schedule; null where there was none
 */
public record JobReport(
        String job,
        long importCount,
        @Nullable ImportSummary last,
        @Nullable Medians usual,
        @Nullable SlotReport slot) {}
