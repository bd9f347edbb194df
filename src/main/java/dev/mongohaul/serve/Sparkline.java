package dev.mongohaul.serve;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.figure.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Small chart of the seconds of a job's completed imports, from zero up.
 *
 * @param points of the SVG line, in a box of {@value #WIDTH} by {@value #HEIGHT}
 * @param description the same as text, for screen readers
 */
record Sparkline(String points, double lastX, double lastY, String description) {

    static final int WIDTH = 120;
    static final int HEIGHT = 28;
    private static final int MARGIN = 3;

    /** Returns null for fewer than two completed imports. */
    static @Nullable Sparkline of(List<ImportSummary> newestFirst) {
        List<Double> seconds = new ArrayList<>(newestFirst.stream()
                .filter(past -> "completed".equals(past.state()))
                .map(past -> past.times().seconds())
                .toList());
        Collections.reverse(seconds);
        return seconds.size() < 2 ? null : draw(seconds);
    }

    private static Sparkline draw(List<Double> seconds) {
        double highest = Math.max(Collections.max(seconds), Double.MIN_NORMAL);
        List<double[]> points = new ArrayList<>();
        for (int index = 0; index < seconds.size(); index++) {
            double x = MARGIN + (double) index / (seconds.size() - 1) * (WIDTH - 2 * MARGIN);
            double y = HEIGHT - MARGIN - seconds.get(index) / highest * (HEIGHT - 2 * MARGIN);
            points.add(new double[] {x, y});
        }
        double[] last = points.get(points.size() - 1);
        return new Sparkline(
                points.stream()
                        .map(point -> Words.format("%.1f,%.1f", point[0], point[1]))
                        .collect(Collectors.joining(" ")),
                last[0],
                last[1],
                "Seconds of the last " + seconds.size() + " completed imports: "
                        + seconds.stream()
                                .map(value -> Words.format("%,.1f", value))
                                .collect(Collectors.joining(", ")));
    }
}
