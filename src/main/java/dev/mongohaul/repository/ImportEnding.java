package dev.mongohaul.repository;

import java.util.Arrays;

/** How a run of an import ended, as it is kept in the exit status of its JobExecution. */
public enum ImportEnding {
    /** Everything is loaded. */
    COMPLETED("COMPLETED"),
    /** Everything is loaded but what was given up. */
    COMPLETED_WITH_REJECTS("COMPLETED WITH REJECTS"),
    /** It was asked to stop; the next run goes on. */
    STOPPED("STOPPED"),
    /** More records were given up than the job allows; the next run goes on. */
    REJECT_LIMIT_EXCEEDED("REJECT LIMIT EXCEEDED"),
    /** It could not go on; the next run does. */
    FAILED("FAILED");

    private final String exitCode;

    ImportEnding(String exitCode) {
        this.exitCode = exitCode;
    }

    /** The exit code of the JobExecution's exit status. */
    public String exitCode() {
        return exitCode;
    }

    /** Whether the import goes on with its next run. */
    public boolean continues() {
        return this != COMPLETED && this != COMPLETED_WITH_REJECTS;
    }

    /** The ending with this exit code; {@link #FAILED} for any that is not one of ours. */
    public static ImportEnding of(String exitCode) {
        return Arrays.stream(values())
                .filter(ending -> ending.exitCode.equals(exitCode))
                .findFirst()
                .orElse(FAILED);
    }
}
