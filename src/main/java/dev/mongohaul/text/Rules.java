package dev.mongohaul.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collector of all rules that a record of settings breaks. */
public final class Rules {

    private final List<Violation> violations = new ArrayList<>();

    /**
     * Adds the rule if it does not hold.
     *
     * @param key the names that lead from the record to the value
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

    public Rules count(int value, int min, int max, String key) {
        return require(
                value >= min && value <= max,
                value + " is not a count: a whole number from " + min + " to " + max,
                key);
    }

    /** Requires names that are not blank and not repeated. */
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
                require(false, Printable.quoted(value) + " is listed twice: once is enough", key);
            }
        }
        return this;
    }

    /**
     * Ends the check.
     *
     * @throws InvalidSettingsException with every broken rule
     */
    public void enforce() {
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }
}
