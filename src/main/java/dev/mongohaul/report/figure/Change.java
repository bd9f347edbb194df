package dev.mongohaul.report.figure;

/**
 * Difference between an import and the medians of the imports before it.
 *
 * @param imports number of imports that the medians are from
 */
public record Change(
        int imports,
        ChangedFigure seconds,
        ChangedFigure records,
        ChangedFigure rejects,
        ChangedFigure recordsPerSecond) {

    static final double PERCENT = 100;
    static final double TENTHS = 10;
}
