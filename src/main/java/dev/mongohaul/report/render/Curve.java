package dev.mongohaul.report.render;

import java.time.Instant;
import java.util.List;

/**
 * Figures over time, for a chart.
 *
 * @param title what they are
 * @param points the earliest first
 */
public record Curve(String title, List<Point> points) {

    public Curve {
        points = List.copyOf(points);
    }

    /**
     * One figure.
     *
     * @param marked whether there is something to be seen about it
     */
    public record Point(Instant time, double value, boolean marked) {}
}
