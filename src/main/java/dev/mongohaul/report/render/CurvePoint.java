package dev.mongohaul.report.render;

import java.time.Instant;

/**
 * One figure.
 *
 * @param marked whether it stands out
 */
record CurvePoint(Instant time, double value, boolean marked) {}
