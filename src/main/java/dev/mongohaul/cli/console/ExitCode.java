package dev.mongohaul.cli.console;

import dev.mongohaul.repository.ImportEnding;

/** What the process returns. 3 is what a JVM out of memory returns, 130 and 143 are signals. */
public enum ExitCode {
    /** Completed, or nothing to do. */
    COMPLETED(0, "completed, or nothing to do"),
    /** It could not be done. */
    FAILED(1, "failed"),
    /** Wrong command, job file, parameter or input: nothing read, nothing written. */
    USAGE(2, "wrong command, job file, parameter or input; nothing was written"),
    /** Everything is loaded but what was given up. */
    COMPLETED_WITH_REJECTS(10, "completed with rejects"),
    /** Asked to stop. */
    STOPPED(11, "stopped; a restart continues"),
    /** More records were given up than the job allows. */
    REJECT_LIMIT_EXCEEDED(12, "reject limit exceeded; the import continues when the limit is raised"),
    /** Another process is at it. */
    RUNNING_ELSEWHERE(13, "the same import is running elsewhere");

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

    public static ExitCode of(ImportEnding ending) {
        return switch (ending) {
            case COMPLETED -> COMPLETED;
            case COMPLETED_WITH_REJECTS -> COMPLETED_WITH_REJECTS;
            case STOPPED -> STOPPED;
            case REJECT_LIMIT_EXCEEDED -> REJECT_LIMIT_EXCEEDED;
            case FAILED -> FAILED;
        };
    }
}
