package dev.mongohaul.serve;

import dev.mongohaul.report.ImportSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The trend of a job in the size of a word: the seconds of its completed imports, from zero up.
 *
 * @param points of a line, as SVG has them, in a box of {@value #WIDTH} by {@value #HEIGHT}
 * @param lastX of the end of the line
 * @param lastY of the end of the line
 * @param told the same for whoever does not see it
 */
record Sparkline(String points, double lastX, double lastY, String told) {

    static final int WIDTH = 120;
    static final int HEIGHT = 28;
    private static final int MARGIN = 3;

    /** Null where there are fewer than two. */
    static @Nullable Sparkline of(List<ImportSummary> newestFirst) {
        List<Double> seconds = new ArrayList<>(newestFirst.stream()
                .filter(past -> "completed".equals(past.state()))
                .map(ImportSummary::seconds)
                .toList());
        Collections.reverse(seconds);
        return seconds.size() < 2 ? null : drawn(seconds);
    }

    private static Sparkline drawn(List<Double> seconds) {
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
                        .map(point -> format("%.1f,%.1f", point[0], point[1]))
                        .collect(Collectors.joining(" ")),
                last[0],
                last[1],
                "Seconds of the last " + seconds.size() + " completed imports: "
                        + seconds.stream().map(value -> format("%,.1f", value)).collect(Collectors.joining(", ")));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
