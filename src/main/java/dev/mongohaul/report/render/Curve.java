package dev.mongohaul.report.render;

import java.time.Instant;
import java.util.List;

/**
 * Figures over time.
 *
 * @param title their name and unit
 * @param points the earliest first; at least one
 */
record Curve(String title, List<Point> points) {

    /**
     * One figure.
     *
     * @param marked whether it stands out
     */
    public record Point(Instant time, double value, boolean marked) {}
}
