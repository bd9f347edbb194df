package dev.mongohaul.cli.output;

import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;

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

    /** Returns the code of a run of a job that wants a verification, if it ended. */
    public static ExitCode verified(Run run) {
        ExitCode code = of(run.ending());
        return run.verification()
                .filter(result -> !run.ending().continues())
                .map(result -> switch (result.verified()) {
                    case PENDING -> STOPPED;
                    case EQUAL -> code;
                    case DIFFERENT, UNKNOWN -> NOT_VERIFIED;
                })
                .orElse(code);
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
