package dev.mongohaul.check;

import dev.mongohaul.job.step.Failures;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.writer.delivery.BulkPlanner.ChunkPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;

/**
 * Result of a check.
 *
 * @param ending outcome that an import would have, as far as it does not depend on the server; stopped or failed is the
 *     outcome of the check itself
 * @param reason why the check failed, in one line; null if it did not
 * @param counts of all records; written are those that would be written
 * @param rejects by reason, the most frequent first
 * @param ungrouped rejects whose reasons were too many to be listed
 * @param documents the first ones, without an {@code _id} that an import would generate
 * @param plan commands of the documents if each record has its own operation; else empty
 * @param elapsed time for reading and mapping
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

    /** @param changedInput change of the input during the check, if any */
    static CheckResult of(
            JobExecution execution, CheckFindings findings, Optional<String> changedInput, Duration elapsed) {
        return switch (execution.getStatus()) {
            case COMPLETED ->
                changedInput
                        .map(what ->
                                of(ImportEnding.FAILED, what + ": check a file when it is complete", findings, elapsed))
                        .orElseGet(() -> of(judged(findings), null, findings, elapsed));
            case STOPPED, STOPPING -> of(ImportEnding.STOPPED, null, findings, elapsed);
            default -> of(ImportEnding.FAILED, cause(execution), findings, elapsed);
        };
    }

    private static CheckResult of(
            ImportEnding ending, @Nullable String reason, CheckFindings findings, Duration elapsed) {
        return new CheckResult(
                ending,
                reason,
                findings.counts(),
                findings.groups().list(),
                findings.groups().ungrouped(),
                findings.limit(),
                findings.documents(),
                findings.plan(),
                elapsed);
    }

    private static ImportEnding judged(CheckFindings findings) {
        if (findings.limit().exceeded()) {
            return ImportEnding.REJECT_LIMIT_EXCEEDED;
        }
        return findings.counts().rejected() == 0 ? ImportEnding.COMPLETED : ImportEnding.COMPLETED_WITH_REJECTS;
    }

    private static String cause(JobExecution execution) {
        return execution.getAllFailureExceptions().stream()
                .findFirst()
                .map(failure -> Failures.describe(Failures.cause(failure)))
                .orElse("The check failed for an unknown reason");
    }

    /** Returns the records per second of reading and mapping. */
    public long recordsPerSecond() {
        long nanos = Math.max(1, elapsed.toNanos());
        return Math.round(counts.read() * 1e9 / nanos);
    }

    /**
     * Verdict of the reject limit.
     *
     * @param limit of the job
     * @param atRecord number of records read when the limit was first exceeded and an import would end; 0 if it was not
     * @param rejects number of rejects by then
     * @param atEnd whether the limit was only exceeded at the end of the input
     */
    public record LimitVerdict(RejectLimit limit, long atRecord, long rejects, boolean atEnd) {

        static LimitVerdict within(RejectLimit limit) {
            return new LimitVerdict(limit, 0, 0, false);
        }

        public boolean exceeded() {
            return atRecord > 0;
        }

        /**
         * Returns the verdict after these numbers of rejects and records, as an import does after each chunk and at the
         * end.
         */
        LimitVerdict after(long rejectsSoFar, long read, boolean end) {
            return !exceeded() && limit.exceededBy(rejectsSoFar, read, end)
                    ? new LimitVerdict(limit, read, rejectsSoFar, end)
                    : this;
        }
    }
}
