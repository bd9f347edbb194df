package dev.mongohaul.report.overview;

import dev.mongohaul.repository.run.RunStatus;

/** State of a job, in the order in which people look at jobs. A job stays failed until it has succeeded. */
public enum JobState {
    /** Its file cannot be read. */
    BROKEN("broken job file", true),
    /** Its last import failed or was killed, or its last slot was refused. */
    FAILED("failed", true),
    /** Its last import exceeded a limit, and waits for a decision. */
    HELD("held", true),
    /** Its last slot was missed, or an earlier one was still running. */
    MISSED("missed", true),
    /** A slot has waited for its files for more than half of its time. */
    LATE("late", true),
    STOPPED("stopped", true),
    RUNNING("running", false),
    /** A slot waits for its files, or for an earlier slot. */
    WAITING("waiting", false),
    /** Its schedule is paused. */
    PAUSED("paused", false),
    REJECTS("completed with rejects", false),
    COMPLETED("completed", false),
    NEW("not run yet", false);

    private final String word;
    private final boolean needsAPerson;

    JobState(String word, boolean needsAPerson) {
        this.word = word;
        this.needsAPerson = needsAPerson;
    }

    public String word() {
        return word;
    }

    /** Returns whether nothing happens until a person does something. */
    public boolean needsAPerson() {
        return needsAPerson;
    }

    /** Returns the state after a run with this status. */
    static JobState after(RunStatus status) {
        return switch (status.severity()) {
            case GOOD -> COMPLETED;
            case REJECTS -> REJECTS;
            case STOPPED -> STOPPED;
            case LIMIT -> HELD;
            case FAILED -> FAILED;
        };
    }
}
