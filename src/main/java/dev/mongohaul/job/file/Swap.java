package dev.mongohaul.job.file;

/**
 * Replacement of the target by a collection that was loaded beside it.
 *
 * @param minRecords fewest documents that may replace those of the target
 * @param keep number of former collections that stay beside the one that the view shows
 */
public record Swap(MinRecords minRecords, By by, int keep) {

    /** Settings of a job file without {@code swap}. */
    static final Swap USUAL = new Swap(MinRecords.parse("90%"), By.RENAME, 2);

    /** Way in which the collection takes the place of the target. */
    public enum By {
        /** It is renamed, and the target is dropped. */
        RENAME,
        /** The target is a view, which shows the collection from then on. */
        VIEW
    }
}
