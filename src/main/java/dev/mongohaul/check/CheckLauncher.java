package dev.mongohaul.check;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.RecordOperations;
import dev.mongohaul.job.step.RejectMaker;
import dev.mongohaul.job.step.WorkerStep;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.writer.delivery.BulkPlanner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.core.job.Job;
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
        CheckFindings findings = new CheckFindings(job.rejectLimit(), job.generatesIds());
        monitor.expect(job.inputBytes());
        monitor.enter(ImportMonitor.Phase.IMPORTING);
        long start = System.nanoTime();
        JobExecution execution = run(job, monitor, findings);
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        monitor.enter(ImportMonitor.Phase.FINISHING);
        return CheckResult.of(execution, findings, job.touchedInput(), elapsed);
    }

    private static JobExecution run(ImportJob job, ImportMonitor monitor, CheckFindings findings) {
        JobRepository repository = new ResourcelessJobRepository();
        Job check = new JobBuilder(job.name(), repository)
                .start(step(job, job.rendering(), monitor, findings, repository))
                .build();
        JobParameters parameters = new JobParameters();
        JobExecution execution = repository.createJobExecution(
                repository.createJobInstance(job.name(), parameters), parameters, new ExecutionContext());
        try {
            check.execute(execution);
        } catch (JobInterruptedException e) {
            execution.addFailureException(e);
        }
        return execution;
    }

    private static <D> Step step(
            ImportJob job,
            Rendering<D> rendering,
            ImportMonitor monitor,
            CheckFindings findings,
            JobRepository repository) {
        DocumentMapper<D> mapper = job.mapper(rendering, job.generatesIds() ? PLACEHOLDER_IDS : null);
        RecordOperations operations = job.operations();
        CheckItemWriter<D> writer = new CheckItemWriter<>(
                monitor,
                operations,
                rendering,
                new RecordJudge<>(job, rendering),
                new BulkPlanner(job.write(), false),
                new RejectMaker(job.inputs()),
                findings,
                job::cells);
        return new WorkerStep<>(
                        "check",
                        job.chunkSize(),
                        job.reader(ImportPartition.untouched(0, job.inputs().endOffset(), 1)),
                        (CsvItem item) -> operations.check(mapper.map(item)),
                        writer,
                        repository)
                .ready(monitor::stopRequested);
    }

    /** Texts about facts that only the server knows. */
    public static final class Unknowns {

        private Unknowns() {}

        public static List<String> of(ImportJob job) {
            List<String> unknowns = new ArrayList<>();
            unknowns.add("whether the collection's validator takes the documents");
            unknowns.add("whether a unique index refuses some of them");
            unknowns.add(
                    job.write().insertsOnly()
                            ? "whether some of them exist already"
                            : "which of them exist and are found");
            if (job.promisesUniqueKeys()) {
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
}
