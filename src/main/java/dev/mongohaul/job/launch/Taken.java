package dev.mongohaul.job.launch;

import dev.mongohaul.repository.Counts;

/**
 * What an undo takes back.
 *
 * @param removed number of documents that the import had added; the others that were taken back are restored
 */
public record Taken(Counts counts, long removed) {

    static final Taken NOTHING = new Taken(Counts.NONE, 0);

    public long restored() {
        return counts.written() - removed;
    }
}
