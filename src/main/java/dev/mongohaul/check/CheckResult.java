package dev.mongohaul.check;

import dev.mongohaul.job.step.Failures;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.writer.delivery.ChunkPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;

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

    /**
     * How an import would judge the rejects.
     *
     * @param limit of the job
     * @param atRecord the number of records read when the limit was first exceeded, where an import ends; 0 where it was not
     * @param rejects so many by then
     * @param atEnd whether that was known at the end alone
     */
    public record LimitVerdict(RejectLimit limit, long atRecord, long rejects, boolean atEnd) {

        static LimitVerdict within(RejectLimit limit) {
            return new LimitVerdict(limit, 0, 0, false);
        }

        public boolean exceeded() {
            return atRecord > 0;
        }

        /** The verdict after so many rejects among so many records: as an import asks after each chunk, and at the end. */
        LimitVerdict after(long rejectsSoFar, long read, boolean end) {
            return !exceeded() && limit.exceededBy(rejectsSoFar, read, end)
                    ? new LimitVerdict(limit, read, rejectsSoFar, end)
                    : this;
        }
    }

    /**
     * How a check ended.
     *
     * @param reason null where it did not fail
     */
    record CheckVerdict(ImportEnding ending, @Nullable String reason) {

        /** @param changedInput what happened to the input meanwhile, if anything did */
        static CheckVerdict of(JobExecution execution, CheckFindings findings, Optional<String> changedInput) {
            return switch (execution.getStatus()) {
                case COMPLETED ->
                    changedInput.map(CheckVerdict::changed).orElseGet(() -> new CheckVerdict(judged(findings), null));
                case STOPPED, STOPPING -> new CheckVerdict(ImportEnding.STOPPED, null);
                default -> new CheckVerdict(ImportEnding.FAILED, cause(execution));
            };
        }

        private static CheckVerdict changed(String what) {
            return new CheckVerdict(ImportEnding.FAILED, what + ": check a file when it is complete");
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
    }
}
