package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.Invocation;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.job.file.DatedFiles;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.job.launch.ImportRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where job files are looked for. */
public final class JobFolder {

    @Option(
            names = "--jobs",
            paramLabel = "DIR",
            defaultValue = "jobs",
            description = "Folder of the job files (default: ${DEFAULT-VALUE}).")
    private Path path;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** At least one, the broken ones too. */
    List<ListedJobFile> list() {
        List<ListedJobFile> jobs = files().list();
        if (jobs.isEmpty()) {
            throw new UsageException(
                    "There is no job file (.yml) in the folder %s; --jobs names another one".formatted(path));
        }
        return jobs;
    }

    /** A job by its name or its file's path, with parameters laid over it. */
    public JobFile find(String job, List<String> parameters) {
        return files().find(located(job), parameters);
    }

    private String located(String job) {
        if (job.contains("=")) {
            throw new UsageException(
                    "\"%s\" stands where a job's name belongs; 'mongohaul jobs' lists the jobs".formatted(job));
        }
        if (job.contains("/") && !job.endsWith(".yml") && !job.endsWith(".yaml")) {
            throw new UsageException(
                    "%s is not a job file (.yml). To import it, name a job: mongohaul import JOB files=%s"
                            .formatted(job, job));
        }
        boolean isPath = job.endsWith(".yml") || job.endsWith(".yaml");
        return isPath ? Invocation.of(spec).resolve(Path.of(job)).toString() : job;
    }

    /** The parameters of a job's import now: those given, with the files named where their names have a date. */
    List<String> ofToday(String job, List<String> parameters) {
        return DatedFiles.parameters(find(job, parameters), Instant.now(), parameters);
    }

    /** A job's import, as it is asked for now. */
    ImportRequest asked(String job, List<String> parameters, boolean again) {
        return ImportRequest.of(files(), located(job), parameters, again);
    }

    /** All of them. */
    public JobFiles files() {
        Invocation invocation = Invocation.of(spec);
        return new JobFiles(invocation.resolve(path), invocation.workingDirectory());
    }
}
