package dev.mongohaul.check;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJob.RecordOperations;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.launch.Failures;
import dev.mongohaul.job.launch.WorkerStep;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.reject.RejectLimit.PassingLimit;
import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportPlan.ImportPartition;
import dev.mongohaul.repository.Run.ImportEnding;
import dev.mongohaul.writer.delivery.BulkPlanner.ChunkPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Launcher of checks: imports without writes, on the calling thread, without a server, and with a JobRepository in
 * memory.
 *
 * <p>A check continues beyond the reject limit, so that it reports all problems at once.
 */
public final class CheckLauncher {

    /** Ids of the same length as those of an import, so that documents have their real size. */
    private static final GeneratedIds PLACEHOLDER_IDS = new GeneratedIds(0, 0);

    private CheckLauncher() {}

    /**
     * Checks the whole input.
     *
     * @param monitor shows the progress of the check, and can stop it
     */
    public static CheckResult launch(ImportJob job, ImportMonitor monitor) {
        return launch(job, job.rendering(), monitor);
    }

    private static <D> CheckResult launch(ImportJob job, Rendering<D> rendering, ImportMonitor monitor) {
        CheckItemWriter<D> writer = new CheckItemWriter<>(job, rendering, monitor);
        monitor.expect(job.inputBytes());
        monitor.enter(ImportMonitor.Phase.IMPORTING);
        long start = System.nanoTime();
        JobExecution execution = run(job, rendering, writer, monitor);
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        monitor.enter(ImportMonitor.Phase.FINISHING);
        return switch (execution.getStatus()) {
            case COMPLETED ->
                job.touchedInput()
                        .map(change -> writer.result(
                                ImportEnding.FAILED, change + ": check a file when it is complete", elapsed))
                        .orElseGet(() -> writer.result(writer.ending(), null, elapsed));
            case STOPPED, STOPPING -> writer.result(ImportEnding.STOPPED, null, elapsed);
            default -> writer.result(ImportEnding.FAILED, cause(execution), elapsed);
        };
    }

    private static String cause(JobExecution execution) {
        return execution.getAllFailureExceptions().stream()
                .findFirst()
                .map(failure -> Failures.describe(Failures.cause(failure)))
                .orElse("The check failed for an unknown reason");
    }

    private static <D> JobExecution run(
            ImportJob job, Rendering<D> rendering, CheckItemWriter<D> writer, ImportMonitor monitor) {
        JobRepository repository = new ResourcelessJobRepository();
        DocumentMapper<D> mapper = job.mapping().to(rendering, job.generatesIds() ? PLACEHOLDER_IDS : null);
        RecordOperations operations = job.operations();
        Step step = new WorkerStep<>(
                        "check",
                        job.file().write().chunkSize(),
                        job.reader(ImportPartition.untouched(0, job.inputs().endOffset(), 1)),
                        (CsvItem item) -> operations.check(mapper.map(item), rendering),
                        writer,
                        repository)
                .ready(monitor::stopRequested);
        JobParameters parameters = new JobParameters();
        JobExecution execution = repository.createJobExecution(
                repository.createJobInstance(job.name(), parameters), parameters, new ExecutionContext());
        try {
            new JobBuilder(job.name(), repository).start(step).build().execute(execution);
        } catch (JobInterruptedException e) {
            execution.addFailureException(e);
        }
        return execution;
    }

    /** Returns texts about facts that only the server knows. */
    public static List<String> unknowns(ImportJob job) {
        List<String> unknowns = new ArrayList<>();
        unknowns.add("whether the collection's validator takes the documents");
        unknowns.add("whether a unique index refuses some of them");
        if (job.swaps()) {
            unknowns.add("whether the documents are enough to replace those of the target (swap.min-records: %s)"
                    .formatted(job.file().swapping().minRecords()));
        } else {
            unknowns.add(
                    job.write().insertsOnly()
                            ? "whether some of them exist already"
                            : "which of them exist and are found");
        }
        if (job.removesUnseen()) {
            unknowns.add("how many documents are not in the input");
        }
        if (!job.promisesUniqueKeys() && !job.write().match().isEmpty()) {
            unknowns.add("whether two records have the same "
                    + String.join(", ", job.write().match()));
        } else if (!job.promisesUniqueKeys() && !job.mapping().generatesIds()) {
            unknowns.add("whether two records have the same _id");
        }
        return unknowns;
    }

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
            Map<String, FirstValue> firstValues,
            List<BsonDocument> documents,
            ChunkPlan plan,
            Duration elapsed) {

        /** Returns whether the whole input was checked. */
        public boolean isWhole() {
            return ending != ImportEnding.STOPPED && ending != ImportEnding.FAILED;
        }

        /** Returns the records per second of reading and mapping. */
        public long recordsPerSecond() {
            long nanos = Math.max(1, elapsed.toNanos());
            return Math.round(counts.read() * 1e9 / nanos);
        }

        /**
         * Value in a document, and the cell that became it.
         *
         * @param cell at most its first 100 characters; null for a constant
         */
        public record FirstValue(@Nullable String cell, BsonValue value) {}

        /**
         * Verdict of the reject limit.
         *
         * @param limit of the job
         * @param atRecord number of records read when the limit was first exceeded and an import would end; 0 if it was not
         * @param rejects number of rejects by then
         * @param atEnd whether the limit was only exceeded at the end of the input
         * @param passing limits that the records so far do not exceed
         */
        public record LimitVerdict(
                RejectLimit limit, long atRecord, long rejects, boolean atEnd, PassingLimit passing) {

            public static LimitVerdict within(RejectLimit limit) {
                return new LimitVerdict(limit, 0, 0, false, PassingLimit.OF_NOTHING);
            }

            public boolean exceeded() {
                return atRecord > 0;
            }

            /**
             * Returns the verdict after these numbers of rejects and records, as an import does after each chunk and at the
             * end.
             */
            LimitVerdict after(long rejectsSoFar, long read, boolean end) {
                PassingLimit now = passing.after(rejectsSoFar, read, end);
                return !exceeded() && limit.exceededBy(rejectsSoFar, read, end)
                        ? new LimitVerdict(limit, read, rejectsSoFar, end, now)
                        : new LimitVerdict(limit, atRecord, rejects, atEnd, now);
            }
        }
    }
}
