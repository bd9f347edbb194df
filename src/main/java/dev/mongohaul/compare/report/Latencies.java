package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.CaseRun;
import dev.mongohaul.compare.run.Summary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Whether the server was as far away as cells asked for. */
final class Latencies {

    private static final String KEY = "latency";

    private Latencies() {}

    /** One for each latency that was added; none where nothing was. */
    static List<String> sentences(List<CaseRow> rows) {
        Map<String, List<CaseRow>> byLatency = rows.stream()
                .filter(row -> row.settings().getOrDefault(KEY, "").matches("0*[1-9][0-9]*ms"))
                .collect(Collectors.groupingBy(
                        row -> Objects.requireNonNull(row.settings().get(KEY)),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return byLatency.entrySet().stream()
                .map(entry -> sentence(entry.getKey(), entry.getValue()))
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    private static String sentence(String latency, List<CaseRow> rows) {
        double[] pings = rows.stream()
                .flatMap(row -> row.runs().stream())
                .map(CaseRun::pingMillis)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (pings.length == 0) {
            return "";
        }
        Summary spread = Summary.of(pings);
        return String.format(
                Locale.ROOT,
                "With %s added, a ping took %.1f ms as a rule, from %.1f to %.1f ms.",
                latency,
                spread.median(),
                spread.min(),
                spread.max());
    }
}
