package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.yaml.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Names cells by what is not the same in all of them. */
final class Naming {

    /** Keys whose value says all. */
    private static final Set<String> PLAIN = Set.of("writer", "write-concern", "operation", "latency");

    private final Set<String> varying;

    Naming(List<Map<String, Scalar>> cells) {
        varying = cells.stream()
                .flatMap(cell -> cell.keySet().stream())
                .filter(key -> cells.stream()
                                .map(cell ->
                                        cell.containsKey(key) ? cell.get(key).text() : "")
                                .distinct()
                                .count()
                        > 1)
                .collect(Collectors.toSet());
    }

    /** The name of a cell, which may have been cut to fewer rows. */
    String of(Map<String, Scalar> written, Conditions conditions) {
        List<String> words = new ArrayList<>();
        written.forEach((key, value) -> {
            if (varying.contains(key)) {
                words.add(
                        key.equals("rows")
                                ? String.format(Locale.ROOT, "%,d rows", conditions.rows())
                                : word(lastName(key), value.text()));
            }
        });
        return words.isEmpty() ? "all" : String.join(", ", words);
    }

    private static String word(String name, String value) {
        if (name.equals("ordered")) {
            return value.equals("true") ? "ordered" : "unordered";
        }
        if (name.equals("sequence")) {
            return value.equals("runs") ? "in runs" : value;
        }
        if (name.equals("entity")) {
            return "objects";
        }
        String shown = value.matches("[0-9]{1,10}") ? String.format(Locale.ROOT, "%,d", Long.parseLong(value)) : value;
        return PLAIN.contains(name) ? shown : name.replace('-', ' ') + " " + shown;
    }

    private static String lastName(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }
}
