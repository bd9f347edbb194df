package dev.mongohaul.job.file;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Refusal of a broken job file or parameter. The message has one line for each problem. */
public final class JobFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<JobFileProblem> problems;

    public JobFileException(List<JobFileProblem> problems) {
        super(problems.stream().map(JobFileProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    static JobFileException about(Path file, String message) {
        return new JobFileException(List.of(new JobFileProblem(file.toString(), 0, "", message)));
    }

    /** Returns at least one problem, in the order of lines. */
    public List<JobFileProblem> problems() {
        return problems;
    }
}
