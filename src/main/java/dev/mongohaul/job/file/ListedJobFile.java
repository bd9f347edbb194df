package dev.mongohaul.job.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A job file of a folder, whether or not a job can be made of it.
 *
 * @param job empty where there are problems
 */
public record ListedJobFile(String name, Path path, Optional<JobFile> job, List<JobFileProblem> problems) {

    public ListedJobFile {
        problems = List.copyOf(problems);
    }

    static ListedJobFile of(JobFile job) {
        return new ListedJobFile(job.name(), job.path(), Optional.of(job), List.of());
    }

    static ListedJobFile broken(String name, Path path, List<JobFileProblem> problems) {
        return new ListedJobFile(name, path, Optional.empty(), problems);
    }
}
