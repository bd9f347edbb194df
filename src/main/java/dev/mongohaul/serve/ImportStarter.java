package dev.mongohaul.serve;

import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.BackgroundImports;
import dev.mongohaul.job.launch.BackgroundImports.BackgroundImport;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.report.Words;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts imports for pages, and waits briefly, so that the page can show a refusal. Thread-safe. */
final class ImportStarter {

    private static final Duration REFUSAL_WAIT = Duration.ofSeconds(2);

    private final JobFiles files;
    private final RunControl control;
    private final BackgroundImports imports;

    ImportStarter(JobFiles files, RunControl control, BackgroundImports imports) {
        this.files = files;
        this.control = control;
        this.imports = imports;
    }

    /** Starts an import of a job; throws the refusal, if any. */
    ActionResult start(String job, ImportForm form) {
        return start(job, ImportRequest.of(files, job, form.allParameters(), form.isAgain()));
    }

    /** Resumes the import of a run; throws the refusal, if any. */
    ActionResult restart(String job, long run, ImportForm form) {
        return start(job, control.restart(files, run, form.allParameters()));
    }

    private ActionResult start(String job, ImportRequest asked) {
        BackgroundImport started = imports.start(asked);
        started.awaitBegin(REFUSAL_WAIT);
        return started.nothing().isPresent()
                ? ActionResult.SHOWN
                : new ActionResult(job + ": import started", started.number());
    }

    /** Returns the import that this process started last for a job, even if it has no run. */
    Optional<StartedImport> latest(String job) {
        return imports.latest(job).map(StartedImport::of);
    }

    /**
     * Import that this process started.
     *
     * @param started when, in the time of this machine
     * @param percent of the input; null if unknown
     * @param doing the current phase
     * @param refused why it was not run; null if it was
     * @param nothing message if there was nothing to do; null otherwise
     * @param number of the import, or of the one that loaded the content before; null if there is none
     */
    record StartedImport(
            String job,
            String started,
            boolean underWay,
            @Nullable Long percent,
            String doing,
            @Nullable String refused,
            @Nullable String nothing,
            @Nullable Long number) {

        static StartedImport of(BackgroundImport started) {
            return new StartedImport(
                    started.job(),
                    Objects.requireNonNull(Words.time(started.started())),
                    started.isUnderWay(),
                    started.percent(),
                    started.doing(),
                    started.refusal().map(Refusal::message).orElse(null),
                    started.nothing().orElse(null),
                    started.number().isPresent() ? (Long) started.number().getAsLong() : null);
        }
    }
}
