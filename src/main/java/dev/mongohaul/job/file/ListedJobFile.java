package dev.mongohaul.job.file;

import dev.mongohaul.job.setting.JobFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Job file of a folder.
 *
 * @param job empty if there are problems
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
