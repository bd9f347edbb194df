package dev.mongohaul.compare.suite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Names of cases: the fewest settings that distinguish each from all others. */
public final class Naming {

    private static final String ROWS = "rows";
    private static final String HOSTS = "hosts";

    /** Settings that come first in a name. */
    private static final List<String> FIRST = List.of("operation", ROWS, "writer", HOSTS);

    /** Keys whose value needs no name. */
    private static final Set<String> PLAIN = Set.of("writer", "write-concern", "operation", "latency");

    private final List<Map<String, String>> cases;
    private final List<String> varying;

    public Naming(List<Map<String, String>> cases) {
        this.cases = cases;
        Set<String> keys = new LinkedHashSet<>();
        cases.forEach(benchmark -> keys.addAll(benchmark.keySet()));
        this.varying = keys.stream()
                .filter(this::varies)
                .sorted(Comparator.comparingInt(Naming::rank))
                .toList();
    }

    /** Returns whether the cases differ in a key. */
    public boolean varies(String key) {
        return cases.stream()
                        .map(benchmark -> benchmark.getOrDefault(key, ""))
                        .distinct()
                        .count()
                > 1;
    }

    public String of(Map<String, String> written) {
        List<String> words = new ArrayList<>();
        List<Map<String, String>> alike = cases;
        for (String key : varying) {
            List<Map<String, String>> fewer = alike.stream()
                    .filter(benchmark -> Objects.equals(benchmark.get(key), written.get(key)))
                    .toList();
            String value = written.get(key);
            if (fewer.size() < alike.size() && value != null) {
                words.add(word(lastName(key), value));
            }
            alike = fewer;
        }
        return words.isEmpty() ? "all" : String.join(", ", words);
    }

    private static int rank(String key) {
        int index = FIRST.indexOf(lastName(key));
        return index < 0 ? FIRST.size() : index;
    }

    private static String word(String name, String value) {
        if (name.equals("ordered")) {
            return value.equals("true") ? "ordered" : "unordered";
        }
        if (name.equals("sequence")) {
            return value.equals("runs") ? "in runs" : value;
        }
        if (name.equals("entity")) {
            return "entities";
        }
        String shown = value.matches("[0-9]{1,10}") ? String.format(Locale.ROOT, "%,d", Long.parseLong(value)) : value;
        if (name.equals(HOSTS) && value.equals("1")) {
            return "1 host";
        }
        if (name.equals(ROWS) || name.equals(HOSTS)) {
            return shown + " " + name;
        }
        return PLAIN.contains(name) ? shown : name.replace('-', ' ') + " " + shown;
    }

    private static String lastName(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }
}
