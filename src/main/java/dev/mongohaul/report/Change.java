package dev.mongohaul.report;

import org.jspecify.annotations.Nullable;

/**
 * How an import differs from what was usual for its job before it.
 *
 * @param imports of how many earlier ones the medians are
 */
public record Change(int imports, Figure seconds, Figure records, Figure rejects, Figure recordsPerSecond) {

    private static final double PERCENT = 100;
    private static final double TENTHS = 10;

    /**
     * A figure against its median.
     *
     * @param percent more than the median, or less where negative; null where the median is 0
     */
    public record Figure(double median, @Nullable Double percent) {

        static Figure of(double value, double median) {
            Double percent = median == 0 ? null : Math.round(PERCENT * TENTHS * (value - median) / median) / TENTHS;
            return new Figure(median, percent);
        }
    }
}
