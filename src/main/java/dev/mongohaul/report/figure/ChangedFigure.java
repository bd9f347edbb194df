package dev.mongohaul.report.figure;

import org.jspecify.annotations.Nullable;

/**
 * A figure against its median.
 *
 * @param percent difference from the median; null if the median is 0
 */
public record ChangedFigure(double median, @Nullable Double percent) {

    public static ChangedFigure of(double value, double median) {
        Double percent = median == 0
                ? null
                : Math.round(Change.PERCENT * Change.TENTHS * (value - median) / median) / Change.TENTHS;
        return new ChangedFigure(median, percent);
    }
}
