package dev.mongohaul.report;

import org.jspecify.annotations.Nullable;

/**
 * Difference between an import and the medians of the imports before it.
 *
 * @param imports number of imports that the medians are from
 */
public record Change(int imports, Figure seconds, Figure records, Figure rejects, Figure recordsPerSecond) {

    private static final double PERCENT = 100;
    private static final double TENTHS = 10;

    /**
     * A figure against its median.
     *
     * @param percent difference from the median; null if the median is 0
     */
    public record Figure(double median, @Nullable Double percent) {

        static Figure of(double value, double median) {
            Double percent = median == 0 ? null : Math.round(PERCENT * TENTHS * (value - median) / median) / TENTHS;
            return new Figure(median, percent);
        }
    }
}
