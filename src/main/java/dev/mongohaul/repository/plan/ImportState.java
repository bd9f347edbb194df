package dev.mongohaul.repository.plan;

public enum ImportState {
    /** Running, failed or stopped: the next run resumes it. */
    UNFINISHED,
    /** All records are accounted for. */
    COMPLETED,
    /** Abandoned by a user: it is not resumed. */
    ABANDONED,
    /** Taken back by an undo: its content does not count as loaded. */
    UNDONE
}
