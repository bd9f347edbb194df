package dev.mongohaul.compare.run;

import java.util.Arrays;

/** Several measurements of one thing: the middle and both ends. */
public record Summary(double median, double min, double max) {

    /** Of at least one value. */
    public static Summary of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Summary(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** Whether the two differ by no more than noise: the median of one lies between the ends of the other. */
    public boolean equalsWithinNoise(Summary other) {
        return holds(other.median) || other.holds(median);
    }

    private boolean holds(double value) {
        return min <= value && value <= max;
    }

    /** How far the ends are apart, as a part of the middle. */
    public double relativeWidth() {
        return median == 0 ? 0 : (max - min) / median;
    }
}
