package dev.mongohaul.library;

import org.jspecify.annotations.Nullable;

/**
 * Result of an import. Of a job that imports each file, it is that of all its files: the most severe status, and the sums.
 *
 * @param status {@code completed}, {@code completed-with-rejects}, {@code stopped}, {@code reject-limit-exceeded}, {@code
 *     limit-exceeded} or {@code failed}, as in reports; if there was nothing to do because the content was imported before, that
 *     of the earlier import
 * @param run its number, the last one of several; 0 if there was nothing to do
 * @param read records of the import, over all its runs, as the other numbers
 * @param written documents
 * @param unchanged documents that were equal before, and were not written
 * @param alreadyThere documents that existed before, equal in every byte
 * @param rejected records
 * @param message why it failed, or why there was nothing to do; null otherwise
 * @param json the run in full, as {@code mongohaul report RUN --format=json} prints it; a list if each file is imported, and
 *     {@code null} if there is no run
 */
public record ImportResult(
        String status,
        long run,
        long read,
        long written,
        long unchanged,
        long alreadyThere,
        long rejected,
        @Nullable String message,
        String json) {

    /** Returns whether all records are written, or rejected within the limits of the job. */
    public boolean isCompleted() {
        return status.startsWith("completed");
    }

    /** Returns all but the JSON, in one line. */
    @Override
    public String toString() {
        return "ImportResult[status=%s, run=%d, read=%d, written=%d, unchanged=%d, alreadyThere=%d, rejected=%d, message=%s]"
                .formatted(status, run, read, written, unchanged, alreadyThere, rejected, message);
    }
}
