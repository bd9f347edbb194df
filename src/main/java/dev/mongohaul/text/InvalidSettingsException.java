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
}
