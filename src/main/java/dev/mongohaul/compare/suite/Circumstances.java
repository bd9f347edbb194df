package dev.mongohaul.compare.suite;

import java.time.Instant;

/**
 * Circumstances of a comparison.
 *
 * @param measuredAt when the last case was measured
 */
public record Circumstances(String server, String machine, Versions versions, Instant measuredAt) {}
