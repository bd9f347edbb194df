package dev.mongohaul.check;

import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.writer.delivery.ChunkPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Result of a check.
 *
 * @param ending outcome that an import would have, as far as it does not depend on the server; stopped or failed is the
 *     outcome of the check itself
 * @param reason why the check failed, in one line; null if it did not
 * @param counts of all records; written are those that would be written
 * @param rejects by reason, the most frequent first
 * @param ungrouped rejects whose reasons were too many to be listed
 * @param firstValues the first value of each column that is not blank, by the column's name
 * @param notes sentences on cells that lost digits before the file was written
 * @param documents the first ones, without an {@code _id} that an import would generate
 * @param plan commands of the documents if each record has its own operation; else empty
 * @param elapsed time for reading and mapping
 */
public record CheckResult(
        RunStatus ending,
        @Nullable String reason,
        Counts counts,
        List<RejectGroup> rejects,
        long ungrouped,
        LimitVerdict limit,
        Map<String, FirstValue> firstValues,
        List<String> notes,
        List<BsonDocument> documents,
        ChunkPlan plan,
        Duration elapsed) {

    /** Returns whether the whole input was checked. */
    public boolean isWhole() {
        return ending != RunStatus.STOPPED && ending != RunStatus.FAILED;
    }

    /** Returns the records per second of reading and mapping. */
    public long recordsPerSecond() {
        long nanos = Math.max(1, elapsed.toNanos());
        return Math.round(counts.read() * 1e9 / nanos);
    }
}
