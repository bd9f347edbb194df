package dev.mongohaul.text;

import java.util.List;
import java.util.stream.Collectors;

/** Settings that break rules, all of them: the reader of a job file adds file and line to each. */
public final class InvalidSettingsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient List<Violation> violations;

    InvalidSettingsException(List<Violation> violations) {
        super(violations.stream().map(Violation::toString).collect(Collectors.joining("\n")));
        this.violations = List.copyOf(violations);
    }

    public List<Violation> violations() {
        return violations;
    }

    /**
     * One broken rule.
     *
     * @param key the names that lead from the record to the value at fault; empty where it is the record as a whole
     * @param message what is wrong and what is allowed, to follow the key
     */
    public record Violation(List<String> key, String message) {

        public Violation {
            key = List.copyOf(key);
        }

        @Override
        public String toString() {
            return key.isEmpty() ? message : String.join(".", key) + ": " + message;
        }
    }
}
