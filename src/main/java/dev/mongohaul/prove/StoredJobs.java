package dev.mongohaul.prove;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Jobs of earlier imports: their settings as they are stored, with their input where it lies now. Closing releases the inputs.
 * Not thread-safe.
 */
public final class StoredJobs implements Function<ImportPlan, Optional<ImportJob>>, AutoCloseable {

    private final ImportJobs jobs;
    private final JobFiles files;
    private final RunControl control;
    private final Runs runs;
    private final List<ImportJob> prepared = new ArrayList<>();

    public StoredJobs(ImportJobs jobs, JobFiles files, RunControl control, Runs runs) {
        this.jobs = jobs;
        this.files = files;
        this.control = control;
        this.runs = runs;
    }

    /** Returns the job of an import by the settings of its last run; empty if its input is gone. */
    @Override
    public Optional<ImportJob> apply(ImportPlan plan) {
        return runs.runsOf(plan.importNumber()).stream()
                .reduce((earlier, later) -> later)
                .flatMap(this::of);
    }

    /** Returns the job of a run's import by the settings of the run; empty if its input is gone. */
    public Optional<ImportJob> of(Run run) {
        ImportRequest stored = control.stored(files, run);
        Optional<ImportJob> job = jobs.prepare(stored.file(), stored.request());
        job.ifPresent(prepared::add);
        return job;
    }

    @Override
    public void close() {
        prepared.forEach(job -> job.inputs().release());
    }
}
