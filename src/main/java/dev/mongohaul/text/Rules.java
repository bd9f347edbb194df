package dev.mongohaul.text;

import dev.mongohaul.text.InvalidSettingsException.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects all rules that a record of settings breaks, so that they are reported together. */
public final class Rules {

    private final List<Violation> violations = new ArrayList<>();

    /**
     * Notes a rule that does not hold.
     *
     * @param key the names that lead from the record to the value the rule is about
     */
    public Rules require(boolean holds, String message, String... key) {
        if (!holds) {
            violations.add(new Violation(List.of(key), message));
        }
        return this;
    }

    public Rules count(int value, int min, String key) {
        return require(value >= min, value + " is not a count: a whole number of at least " + min, key);
    }

    /** A count with both bounds. */
    public Rules count(int value, int min, int max, String key) {
        return require(
                value >= min && value <= max,
                value + " is not a count: a whole number from " + min + " to " + max,
                key);
    }

    /** A list of names: none blank, none twice. */
    public Rules names(List<String> names, String key) {
        require(
                names.stream().noneMatch(String::isBlank),
                "a name is blank: every name needs at least one letter",
                key);
        return distinct(names, key);
    }

    public Rules distinct(List<String> values, String... key) {
        Set<String> seen = new HashSet<>();
        Set<String> twice = new HashSet<>();
        for (String value : values) {
            if (!seen.add(value) && twice.add(value)) {
                require(false, Quoted.text(value) + " is listed twice: once is enough", key);
            }
        }
        return this;
    }

    /**
     * Ends a check.
     *
     * @throws InvalidSettingsException naming every rule that was broken
     */
    public void enforce() {
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }
}
