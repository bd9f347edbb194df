package dev.mongohaul.report.render;

import java.util.List;

/**
 * Figures over time.
 *
 * @param title their name and unit
 * @param points the earliest first; at least one
 */
record Curve(String title, List<CurvePoint> points) {}
