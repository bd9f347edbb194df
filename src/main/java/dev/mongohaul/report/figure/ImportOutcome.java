package dev.mongohaul.report.figure;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.repository.plan.ImportVerification;
import dev.mongohaul.repository.plan.Verified;
import dev.mongohaul.repository.run.PastPlan;
import dev.mongohaul.repository.run.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of an import, so far or in the end.
 *
 * @param status of its last run
 * @param state completed, unfinished, abandoned or undone; null if the import was never planned
 * @param verification result of its last verification; null if there was none
 */
public record ImportOutcome(
        RunStatus status,
        @Nullable String state,
        @JsonIgnore @Nullable ImportVerification verification) {

    /**
     * Returns the outcome of an import.
     *
     * @param plan null if the import was never planned
     */
    public static ImportOutcome of(RunStatus status, @Nullable PastPlan plan) {
        return plan == null
                ? new ImportOutcome(status, null, null)
                : new ImportOutcome(status, Words.word(plan.state()), plan.verification());
    }

    /** Returns the verdict of the last verification; null if there was none. */
    @JsonProperty
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public @Nullable Verified verified() {
        return verification == null ? null : verification.verified();
    }

    /** Returns whether its last verification found differences, or could not know. */
    @JsonIgnore
    public boolean isUnverified() {
        return verification != null && verification.isDoubtful();
    }

    @JsonIgnore
    public boolean isAbandoned() {
        return "abandoned".equals(state);
    }

    /** Returns the status, with the state of an import that was abandoned or undone, and a verdict other than equal. */
    public String text() {
        if (isAbandoned() || "undone".equals(state)) {
            return status.word() + ", " + state;
        }
        return isUnverified() ? status.word() + ", unverified" : status.word();
    }
}
