package dev.mongohaul.report.figure;

import dev.mongohaul.repository.run.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of an import, so far or in the end.
 *
 * @param status of its last run
 * @param state completed, unfinished, abandoned or undone; null if the import was never planned
 */
public record ImportOutcome(RunStatus status, @Nullable String state) {

    /** Returns the status, with the state of an import that was abandoned or undone. */
    public String text() {
        return "abandoned".equals(state) || "undone".equals(state) ? status.word() + ", " + state : status.word();
    }
}
