package dev.mongohaul.serve;

import dev.mongohaul.job.file.read.JobFiles;
import dev.mongohaul.job.launch.BackgroundImports;
import dev.mongohaul.job.launch.BackgroundImports.BackgroundImport;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.RunControl;
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
        return begin(job, ImportRequest.of(files, job, form.given(), form.isAgain()));
    }

    /** The import of a run once more; throws what it is refused with. */
    Done restart(String job, long run, ImportForm form) {
        return begin(job, control.restart(files, run, form.given()));
    }

    private Done begin(String job, ImportRequest asked) {
        BackgroundImport started = imports.start(asked);
        started.awaitBegin(MOMENT);
        return started.nothing().isPresent() ? Done.SHOWN : new Done(job + ": the import has begun", started.number());
    }
}
