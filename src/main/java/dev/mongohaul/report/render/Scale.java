package dev.mongohaul.report.render;

import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Linear scale of a chart: maps values to pixels and chooses round values for its ticks.
 *
 * @param lowest value, drawn at {@code start}
 * @param highest value, greater than the lowest, drawn at {@code end}
 * @param start pixel; greater than {@code end} on a vertical axis, since pixels of SVG count downwards
 */
public record Scale(double lowest, double highest, double start, double end) {

    private static final double HUNDREDTHS = 100;

    /** Returns the pixel of a value, rounded to a hundredth. */
    public double at(double value) {
        double pixel = start + (value - lowest) / (highest - lowest) * (end - start);
        return Math.round(pixel * HUNDREDTHS) / HUNDREDTHS;
    }

    /** Returns ticks at multiples of 1, 2 or 5 times a power of ten, at least {@code distance} pixels apart. */
    public List<Tick> ticks(int distance) {
        double least = (highest - lowest) * distance / Math.abs(end - start);
        int exponent = (int) Math.floor(Math.log10(least));
        double power = Math.pow(10, exponent);
        double step = power
                * LongStream.of(1, 2, 5)
                        .filter(factor -> factor * power >= least)
                        .findFirst()
                        .orElse(10);
        DecimalFormat format = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMaximumFractionDigits(Math.max(0, -exponent));
        format.setRoundingMode(RoundingMode.HALF_UP);
        return LongStream.rangeClosed((long) Math.ceil(lowest / step), (long) Math.floor(highest / step))
                .mapToObj(multiple -> new Tick(at(multiple * step), format.format(multiple * step)))
                .toList();
    }
}
