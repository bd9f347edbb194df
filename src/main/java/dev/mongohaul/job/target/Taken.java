package dev.mongohaul.job.target;

import dev.mongohaul.repository.figure.Counts;

/**
 * What an undo takes back.
 *
 * @param removed number of documents that the import had added; the others that were taken back are restored
 */
public record Taken(Counts counts, long removed) {

    public static final Taken NOTHING = new Taken(Counts.NONE, 0);

    public long restored() {
        return counts.written() - removed;
    }
}
