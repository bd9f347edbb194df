package dev.mongohaul.cli.session;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.job.file.JobFileName;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Option for the folder of the job files. */
public final class JobFolder {

    @Option(
            names = "--jobs",
            paramLabel = "DIR",
            defaultValue = "jobs",
            description = "Folder of the job files. Default: ${DEFAULT-VALUE}.")
    private Path path;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Returns all job files, at least one, with those that are not valid. */
    public List<ListedJobFile> list() {
        List<ListedJobFile> jobs = files().list();
        if (jobs.isEmpty()) {
            throw new UsageException(
                    "%s --jobs=DIR names another one; 'mongohaul infer FILE.csv -o %s/NAME.yml' writes a job file."
                            .formatted(
                                    missing().orElse("There is no job file (.yml) in the folder %s.".formatted(path)),
                                    path));
        }
        return jobs;
    }

    /** Returns a sentence about the folder if it does not exist. */
    public Optional<String> missing() {
        return files().isThere()
                ? Optional.empty()
                : Optional.of("There is no folder %s in %s."
                        .formatted(path, Invocation.of(spec).workingDirectory().toAbsolutePath()));
    }

    /** Refuses a job that has no file, before Spring's classes are loaded. */
    public void requireFile(String job) {
        files().locate(located(job));
    }

    /** Returns the job as {@link JobFiles#find} takes it. */
    public String located(String job) {
        if (job.contains("=")) {
            throw new UsageException(
                    "\"%s\" is in the place of a job's name; 'mongohaul jobs' lists the jobs".formatted(job));
        }
        return JobFileName.isYaml(job)
                ? Invocation.of(spec).resolve(Path.of(job)).toString()
                : job;
    }

    public JobFiles files() {
        Invocation invocation = Invocation.of(spec);
        return new JobFiles(invocation.resolve(path), invocation.workingDirectory(), invocation.environment());
    }
}
