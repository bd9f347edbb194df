package dev.mongohaul.compare.suite;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Circumstances of a comparison.
 *
 * @param versions null in results of earlier versions
 * @param measuredAt when the last case was measured; null in results of earlier versions
 */
public record Circumstances(
        String server,
        String machine,
        @Nullable Versions versions,
        @Nullable Instant measuredAt) {}
