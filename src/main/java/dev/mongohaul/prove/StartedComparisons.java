package dev.mongohaul.prove;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.job.ChunkMemory;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.MemoryShare;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.launch.background.BackgroundImport;
import dev.mongohaul.job.launch.background.BackgroundImports;
import dev.mongohaul.job.launch.each.FileByFile;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Runs;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Comparisons that pages and programs start: in the background, one of each job at a time, as its imports. Thread-safe. */
public final class StartedComparisons {

    /** Differences of each kind that a result has. */
    private static final int SAMPLES = 5;

    private final BackgroundImports imports;
    private final Verifier verifier;
    private final RunControl control;
    private final Runs runs;
    private final ImportPlans plans;
    private final MongoConnections connections;
    private final ImportJobs jobs;
    private final JobFiles files;

    StartedComparisons(
            BackgroundImports imports,
            Verifier verifier,
            RunControl control,
            Runs runs,
            ImportPlans plans,
            MongoConnections connections,
            ImportJobs jobs,
            JobFiles files) {
        this.imports = imports;
        this.verifier = verifier;
        this.control = control;
        this.runs = runs;
        this.plans = plans;
        this.connections = connections;
        this.jobs = jobs;
        this.files = files;
    }

    /**
     * Starts to verify the import of a run. The result is stored with the import.
     *
     * @throws RuntimeException if the import is not completed, or an import of the job is running here
     */
    public BackgroundImport verify(long run) {
        ImportPlan plan = control.planOf(run);
        Prover.requireCompleted(plan);
        return imports.compare(plan.identity().job(), monitor -> {
            try (StoredJobs later = new StoredJobs(jobs, files, control, runs)) {
                compare(
                        control.stored(files, control.run(run)),
                        monitor,
                        job -> verifier.verify(
                                plan, job, new VerifyOptions(false, later), monitor, 0, difference -> {}));
            }
            monitor.runs(plan.importNumber());
        });
    }

    /**
     * Starts to compare the input of a job with its target, or, of a job that imports each file, the next new file.
     *
     * @param done receives the input and the result
     * @throws RuntimeException if an import of the job is running here
     */
    public BackgroundImport diff(String job, BiConsumer<ImportJob, ComparisonResult> done) {
        ImportRequest asked = ImportRequest.of(files, job, List.of(), false);
        return imports.compare(
                asked.file().name(),
                monitor -> compare(
                        FileByFile.isFor(asked) ? next(asked) : asked,
                        monitor,
                        prepared -> done.accept(
                                prepared, verifier.prover().diff(prepared, monitor, SAMPLES, difference -> {}))));
    }

    private void compare(ImportRequest asked, ImportMonitor monitor, Consumer<ImportJob> comparison) {
        ImportJob job = asked.prepare(jobs)
                .orElseThrow(() ->
                        new RunRefusedException(Launch.noRecord(asked.file().name())));
        try (MemoryShare memory = ChunkMemory.OF_PROCESS.take(job, monitor)) {
            Objects.requireNonNull(memory);
            comparison.accept(job);
        } finally {
            job.inputs().release();
        }
    }

    private ImportRequest next(ImportRequest asked) {
        JobFile job = asked.file();
        List<Input> found = jobs.find(job, null);
        String target = MongoConnections.database(connections.data(), job) + "."
                + job.target().collection();
        List<String> addresses = found.stream().map(Input::address).toList();
        return FileByFile.ready(job, found, plans.files().findWithNewest(job.name(), target, addresses)).stream()
                .findFirst()
                .map(asked::of)
                .orElseThrow(() -> new RunRefusedException(job.name() + ": there is no new file to compare"));
    }
}
