package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.Summary;
import java.util.List;
import java.util.Optional;

/** Noise of the machine: median and maximum of the ranges of each case, relative to its median. */
record Noise(double median, double max) {

    /** Above this median, a difference of a quarter is not significant. */
    private static final double HIGH = 0.25;

    static Optional<Noise> of(List<CaseRow> rows) {
        return Summary.of(rows, CaseRow::relativeRange).map(summary -> new Noise(summary.median(), summary.max()));
    }

    static String sentence(List<CaseRow> rows) {
        Optional<Summary> ranges = Summary.of(rows, CaseRow::relativeRange);
        boolean high = ranges.isPresent() && ranges.get().median() > HIGH;
        return Summary.noise(ranges, "case")
                + (high ? " Measurements vary widely; only large differences are significant." : "");
    }
}
