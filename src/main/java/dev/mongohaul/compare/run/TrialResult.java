package dev.mongohaul.compare.run;

/**
 * Counts of a trial's records.
 *
 * @param written that the server accepted or had already
 * @param unmatched operations that found no document
 */
public record TrialResult(long read, long written, long rejected, long unmatched) {}
