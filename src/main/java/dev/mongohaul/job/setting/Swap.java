package dev.mongohaul.job.setting;

/**
 * Replacement of the target by a collection that was loaded beside it.
 *
 * @param minRecords fewest documents that may replace those of the target
 * @param keep number of former collections that stay beside the one that the view shows
 */
public record Swap(MinRecords minRecords, SwapBy by, int keep) {}
