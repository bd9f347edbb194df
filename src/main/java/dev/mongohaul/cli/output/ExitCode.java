package dev.mongohaul.cli.output;

import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.util.Comparator;
import java.util.List;

/** Exit codes of the process. 3 is what a JVM out of memory returns, 130 and 143 are signals. */
public enum ExitCode {
    COMPLETED(0, "completed, or nothing to do"),
    FAILED(1, "failed"),
    USAGE(2, "wrong command, job file, setting or input; nothing was written"),
    COMPLETED_WITH_REJECTS(10, "completed with rejects"),
    STOPPED(11, "stopped; the same command continues the import"),
    LIMIT_EXCEEDED(
            12,
            "a limit of the job was exceeded, which the message names; the same command with another limit continues"),
    RUNNING_ELSEWHERE(13, "another process runs this import"),
    NOT_VERIFIED(14, "imported, but the verification found differences, or it cannot be known whether there are any");

    /** The most severe comes first. */
    private static final List<ExitCode> BY_SEVERITY = List.of(
            FAILED, USAGE, LIMIT_EXCEEDED, NOT_VERIFIED, RUNNING_ELSEWHERE, STOPPED, COMPLETED_WITH_REJECTS, COMPLETED);

    private final int value;
    private final String meaning;

    ExitCode(int value, String meaning) {
        this.value = value;
        this.meaning = meaning;
    }

    public int value() {
        return value;
    }

    public String meaning() {
        return meaning;
    }

    /** Returns the code of a run, with the results of the phases after its load. */
    public static ExitCode of(Run run) {
        ExitCode code = of(run.ending());
        return run.ending().continues()
                ? code
                : run.results().stream()
                        .filter(result -> !result.isGood())
                        .map(result -> result.isPending() ? STOPPED : NOT_VERIFIED)
                        .min(Comparator.comparing(BY_SEVERITY::indexOf))
                        .orElse(code);
    }

    /** Returns the most severe one of exit codes. */
    public static ExitCode worst(List<ExitCode> codes) {
        return BY_SEVERITY.stream().filter(codes::contains).findFirst().orElse(COMPLETED);
    }

    public static ExitCode of(RunStatus ending) {
        return switch (ending.severity()) {
            case GOOD -> COMPLETED;
            case REJECTS -> COMPLETED_WITH_REJECTS;
            case STOPPED -> STOPPED;
            case LIMIT -> LIMIT_EXCEEDED;
            case FAILED -> FAILED;
        };
    }
}
