package dev.mongohaul.job.trial;

import dev.mongohaul.repository.Counts;

/**
 * What became of a trial's records.
 *
 * @param read all of them
 * @param written that the server took, as far as it was asked
 * @param rejected that were given up
 * @param unmatched operations that found no document to act on
 */
public record TrialResult(long read, long written, long rejected, long unmatched) {

    static TrialResult of(Counts counts) {
        return new TrialResult(
                counts.read(), counts.written() + counts.alreadyThere(), counts.rejected(), counts.unmatched());
    }
}
