package dev.mongohaul.repository.run;

import java.util.Arrays;

/** Outcome of a run, as stored in the exit status of its JobExecution. */
public enum ImportEnding {
    /** All records are loaded. */
    COMPLETED("COMPLETED"),
    /** All records are loaded but the rejected ones. */
    COMPLETED_WITH_REJECTS("COMPLETED WITH REJECTS"),
    /** The run was asked to stop; the next run resumes. */
    STOPPED("STOPPED"),
    /** More records were rejected than the job allows; the next run resumes. */
    REJECT_LIMIT_EXCEEDED("REJECT LIMIT EXCEEDED"),
    /** Another limit of the job was exceeded; the next run resumes. */
    LIMIT_EXCEEDED("LIMIT EXCEEDED"),
    /** The run failed; the next run resumes. */
    FAILED("FAILED");

    private final String exitCode;

    ImportEnding(String exitCode) {
        this.exitCode = exitCode;
    }

    /** Returns the exit code of the JobExecution's exit status. */
    public String exitCode() {
        return exitCode;
    }

    /** Returns whether the import exceeded a limit of its job. */
    public boolean exceededLimit() {
        return this == REJECT_LIMIT_EXCEEDED || this == LIMIT_EXCEEDED;
    }

    /** Returns whether the import failed or exceeded a limit. */
    public boolean failed() {
        return this == FAILED || exceededLimit();
    }

    /** Returns whether the next run resumes the import. */
    public boolean continues() {
        return this != COMPLETED && this != COMPLETED_WITH_REJECTS;
    }

    /** Returns the outcome with this exit code; {@link #FAILED} for unknown ones. */
    public static ImportEnding of(String exitCode) {
        return Arrays.stream(values())
                .filter(ending -> ending.exitCode.equals(exitCode))
                .findFirst()
                .orElse(FAILED);
    }
}
