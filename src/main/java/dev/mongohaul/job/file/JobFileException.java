package dev.mongohaul.job.file;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A job file, or a parameter, that no job can be made of. The message is for people: one line a problem. */
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

    /** At least one, each place in the order of its lines. */
    public List<JobFileProblem> problems() {
        return problems;
    }
}
