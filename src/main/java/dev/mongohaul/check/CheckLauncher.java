package dev.mongohaul.check;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.step.WorkerStep;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemProcessor;

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
        job.expected().requireChecksums();
        CheckItemWriter<D> writer = new CheckItemWriter<>(job, rendering, monitor);
        monitor.expect(job.inputBytes());
        monitor.enter(Phase.IMPORTING);
        long start = System.nanoTime();
        JobExecution execution = run(job, rendering, writer, monitor);
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        monitor.enter(Phase.FINISHING);
        return switch (execution.getStatus()) {
            case COMPLETED ->
                job.touchedInput()
                        .map(change ->
                                writer.result(RunStatus.FAILED, change + ": check a file when it is complete", elapsed))
                        .or(() -> writer.mismatch().map(text -> writer.result(RunStatus.LIMIT_EXCEEDED, text, elapsed)))
                        .orElseGet(() -> writer.result(writer.ending(), null, elapsed));
            case STOPPED, STOPPING -> writer.result(RunStatus.STOPPED, null, elapsed);
            default -> writer.result(RunStatus.FAILED, cause(execution), elapsed);
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
        Step step = new WorkerStep<>(
                        "check",
                        job.file().write().chunkSize(),
                        job.reader(ImportPartition.untouched(0, job.inputs().endOffset(), 1)),
                        mapper(job, rendering),
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

    /** Returns a new mapper of the records to documents, or their rejects. */
    private static <D> ItemProcessor<CsvItem, MappedItem<D>> mapper(ImportJob job, Rendering<D> rendering) {
        return job.mapper(
                rendering,
                job.generatesIds() ? PLACEHOLDER_IDS : null,
                Instant.now(),
                ImportOrigin.placeholder(job.addresses()));
    }

    /** Returns whether the input alone decides what becomes of records with the same key: they are inserted or added. */
    static boolean knowsRepeatedKeys(ImportJob job) {
        return job.write().insertsOnly()
                && (job.write().leavesExisting() || !job.mapping().generatesIds());
    }

    /** Returns texts about facts that only the server knows. */
    public static List<String> unknowns(ImportJob job) {
        List<String> unknowns = new ArrayList<>();
        if (job.file().source().fileRules().oneByOne()) {
            unknowns.add("whether the file was imported before");
        }
        unknowns.add("whether the collection's validator takes the documents");
        unknowns.add("whether a unique index refuses some of them");
        if (job.swaps()) {
            unknowns.add("whether the documents are enough to replace those of the target (write.max-loss: %s)"
                    .formatted(job.file().write().maxLoss()));
        } else {
            unknowns.add(
                    job.write().insertsOnly()
                            ? "whether some of them exist already"
                            : "which of them exist and are found");
        }
        if (!job.mapping().fieldsOfImport().isEmpty()) {
            unknowns.add("the number and the start of the import, shown as 0 and 1970-01-01");
        }
        if (job.removesUnseen()) {
            unknowns.add("how many documents are not in the input");
        }
        if (job.promisesUniqueKeys() || knowsRepeatedKeys(job)) {
            return unknowns;
        }
        if (!job.write().match().isEmpty()) {
            unknowns.add("whether two records have the same "
                    + String.join(", ", job.write().match()));
        } else if (!job.mapping().generatesIds()) {
            unknowns.add("whether two records have the same _id");
        }
        return unknowns;
    }
}
