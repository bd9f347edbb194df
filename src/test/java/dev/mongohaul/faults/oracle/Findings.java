package dev.mongohaul.faults.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects violations; of similar ones, the first few are listed and the rest counted. */
final class Findings {

    private static final int SHOWN = 3;

    private final List<Violation> violations = new ArrayList<>();

    void add(Invariant invariant, String format, Object... values) {
        violations.add(new Violation(invariant, String.format(Locale.ROOT, format, values)));
    }

    /** One violation for all of them. */
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
