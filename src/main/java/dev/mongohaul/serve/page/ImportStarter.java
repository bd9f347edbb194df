package dev.mongohaul.serve.page;

import dev.mongohaul.job.control.AskedImport;
import dev.mongohaul.job.control.BackgroundImport;
import dev.mongohaul.job.control.BackgroundImports;
import dev.mongohaul.job.control.RunControl;
import dev.mongohaul.job.file.JobFiles;
import java.time.Duration;

/** Starts imports for pages, and waits a moment: what is refused can be told at once then. Thread-safe. */
final class ImportStarter {

    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final JobFiles files;
    private final RunControl control;
    private final BackgroundImports imports;

    ImportStarter(JobFiles files, RunControl control, BackgroundImports imports) {
        this.files = files;
        this.control = control;
        this.imports = imports;
    }

    /** A job's import; throws what it is refused with. */
    Done start(String job, ImportForm form) {
        return begin(job, AskedImport.of(files, job, form.given(), form.isAgain()));
    }

    /** The import of a run once more; throws what it is refused with. */
    Done restart(String job, long run, ImportForm form) {
        return begin(job, control.restart(files, run, form.given()));
    }

    private Done begin(String job, AskedImport asked) {
        BackgroundImport started = imports.start(asked);
        started.awaitBegin(MOMENT);
        return started.nothing().isPresent() ? Done.SHOWN : new Done(job + ": the import has begun", started.number());
    }
}
