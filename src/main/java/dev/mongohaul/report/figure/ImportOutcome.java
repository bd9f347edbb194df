package dev.mongohaul.report.figure;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.run.PastPlan;
import dev.mongohaul.repository.run.RunStatus;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of an import, so far or in the end.
 *
 * @param status of its last run
 * @param state completed, unfinished, abandoned or undone; null if the import was never planned
 * @param results of the phases after its load
 */
public record ImportOutcome(
        RunStatus status,
        @Nullable String state,
        @JsonIgnore List<PhaseResult> results) {

    public ImportOutcome {
        results = List.copyOf(results);
    }

    /**
     * Returns the outcome of an import.
     *
     * @param plan null if the import was never planned
     */
    public static ImportOutcome of(RunStatus status, @Nullable PastPlan plan) {
        return plan == null
                ? new ImportOutcome(status, null, List.of())
                : new ImportOutcome(status, Words.word(plan.state()), plan.results());
    }

    /** Returns the words of the results by their participles. */
    @JsonAnyGetter
    public Map<String, String> words() {
        return results.stream().collect(Collectors.toMap(PhaseResult::participle, PhaseResult::word));
    }

    /** Returns the words of the results that a person has to look at. */
    public List<String> alarms() {
        return results.stream()
                .filter(PhaseResult::needsAttention)
                .map(PhaseResult::alarm)
                .toList();
    }

    @JsonIgnore
    public boolean isAbandoned() {
        return "abandoned".equals(state);
    }

    /** Returns the status, with the state of an import that was abandoned or undone, or with what a person has to look at. */
    public String text() {
        if (isAbandoned() || "undone".equals(state)) {
            return status.word() + ", " + state;
        }
        return Stream.concat(Stream.of(status.word()), alarms().stream()).collect(Collectors.joining(", "));
    }
}
