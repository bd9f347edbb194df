package dev.mongohaul.compare.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Median and range of several measurements of the same thing. */
public record Summary(double median, double min, double max) {

    /** Summarizes at least one value. */
    public static Summary of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Summary(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** Summarizes the figures that are known; empty if none is. */
    public static <T> Optional<Summary> of(List<T> measured, Function<T, @Nullable Double> figure) {
        double[] values = measured.stream()
                .map(figure)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return values.length == 0 ? Optional.empty() : Optional.of(of(values));
    }

    /** Returns the median of the figures that are known; null if none is. */
    public static <T> @Nullable Double median(List<T> measured, Function<T, @Nullable Double> figure) {
        return of(measured, figure).map(Summary::median).orElse(null);
    }

    /** Returns a sentence about the noise: the relative ranges of all that was measured more than once. */
    public static String noise(Optional<Summary> ranges, String what) {
        return ranges.map(range -> String.format(
                        Locale.ROOT,
                        "Noise: runs of one %s typically differed by %.0f %% of their median, at most by %.0f %%.",
                        what,
                        range.median * 100,
                        range.max * 100))
                .orElse("Each %s was measured once, so the noise is unknown.".formatted(what));
    }

    /** Returns whether the difference is within the noise: the median of one lies in the range of the other. */
    public boolean equalsWithinNoise(Summary other) {
        return contains(other.median) || other.contains(median);
    }

    private boolean contains(double value) {
        return min <= value && value <= max;
    }

    /** Returns the width of the range relative to the median. */
    public double relativeRange() {
        return median == 0 ? 0 : (max - min) / median;
    }
}
