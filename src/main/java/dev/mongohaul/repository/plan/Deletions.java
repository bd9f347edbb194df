package dev.mongohaul.repository.plan;

/**
 * Documents that the input of a snapshot lacks.
 *
 * @param scope number of documents that the snapshot compares with its input, when they were counted
 * @param deleted documents that are gone
 * @param marked documents that have the mark
 * @param changed documents that others have changed since they were counted, and that were left alone
 * @param held documents that were left alone because they are too many, the content drifts, or an id of the input cannot
 *     be read
 * @param left documents that are not yet deleted or marked
 */
public record Deletions(long scope, long deleted, long marked, long changed, long held, long left) {

    /** Returns the number of documents that were handled. */
    public long handled() {
        return deleted + marked + changed;
    }
}
