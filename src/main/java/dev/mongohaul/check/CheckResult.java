package dev.mongohaul.check;

import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.writer.delivery.ChunkPlan;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * What a check found.
 *
 * @param ending how an import would end, as far as that can be told without a server; stopped or failed is the check's own
 * @param reason why the check failed, in one line; null where it did not
 * @param counts of all records; written are those that would be
 * @param rejects by reason, the most frequent first
 * @param ungrouped rejects whose reasons were too many to be listed
 * @param documents the first ones, without an {@code _id} that an import would generate
 * @param plan how documents reach the server where each record says what is done with it; else of nothing
 * @param elapsed reading and mapping
 */
public record CheckResult(
        ImportEnding ending,
        @Nullable String reason,
        Counts counts,
        List<RejectGroup> rejects,
        long ungrouped,
        LimitVerdict limit,
        List<BsonDocument> documents,
        ChunkPlan plan,
        Duration elapsed) {

    /** Records a second, by the time that reading and mapping took. */
    public long recordsPerSecond() {
        long nanos = Math.max(1, elapsed.toNanos());
        return Math.round(counts.read() * 1e9 / nanos);
    }
}
