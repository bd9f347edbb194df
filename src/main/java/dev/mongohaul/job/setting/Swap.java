package dev.mongohaul.job.setting;

/**
 * Replacement of the target by a collection that was loaded beside it.
 *
 * @param keep number of former collections that stay beside the one that the view shows
 */
public record Swap(SwapBy by, int keep) {}
