package dev.mongohaul.faults.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects violations. Similar ones are counted, and the first three are listed. */
final class Findings {

    private static final int SHOWN = 3;

    private final List<Violation> violations = new ArrayList<>();

    void add(Invariant invariant, String format, Object... values) {
        violations.add(new Violation(invariant, String.format(Locale.ROOT, format, values)));
    }

    /** Adds one violation for all values. */
    void addAll(Invariant invariant, String what, List<?> which) {
        if (!which.isEmpty()) {
            String more = which.size() > SHOWN ? ", …" : "";
            add(invariant, "%d %s: %s%s", which.size(), what, which.subList(0, Math.min(SHOWN, which.size())), more);
        }
    }

    List<Violation> list() {
        return List.copyOf(violations);
    }
}
