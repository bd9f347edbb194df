package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.Summary;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * How much runs of the same cell differed: the machine's noise.
 *
 * @param median of all cells' widths, each a part of the cell's median
 * @param max of them
 */
public record Noise(double median, double max) {

    /** From here on a difference of a quarter means nothing. */
    private static final double LOUD = 0.25;

    /** Empty where nothing was measured twice. */
    static Optional<Noise> of(List<CaseRow> rows) {
        double[] widths = rows.stream()
                .filter(row -> row.runs().size() > 1)
                .map(CaseRow::seconds)
                .filter(Objects::nonNull)
                .mapToDouble(Summary::relativeWidth)
                .toArray();
        return widths.length == 0
                ? Optional.empty()
                : Optional.of(
                        new Noise(Summary.of(widths).median(), Summary.of(widths).max()));
    }

    static String sentence(List<CaseRow> rows) {
        return of(rows).map(noise -> String.format(
                        Locale.ROOT,
                        "Noise: runs of one cell differed by %.0f %% of their median as a rule, by %.0f %% at most.%s",
                        noise.median * 100,
                        noise.max * 100,
                        noise.median > LOUD ? " So loud a machine tells large differences alone." : ""))
                .orElse("Each was measured once, so that nobody knows how much of a difference is noise.");
    }
}
