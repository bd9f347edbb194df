package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.CaseResult.CaseRun;
import dev.mongohaul.compare.run.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What cells of equal work say, in sentences. A difference that noise explains is called none. */
final class WorkFindings {

    /** What is gained by less is not worth a larger setting. */
    private static final double SMALL_GAIN = 0.05;

    /** Of two, that one is faster is said already. */
    private static final int ENOUGH_TO_SEE = 3;

    /** Settings that are counts, and how they are spoken of. */
    private static final Map<String, String> COUNTS =
            Map.of("chunk-size", "chunks of %,d", "buffer", "buffers of %,d", "grid-size", "a grid of %,d");

    private final List<NamedRow> rows;

    /** @param name among the cells of the same work */
    record NamedRow(String name, CaseRow row) {

        Summary seconds() {
            return Objects.requireNonNull(row.seconds());
        }
    }

    /** @param rows of the same work, in the suite's order */
    WorkFindings(List<NamedRow> rows) {
        this.rows = rows.stream().filter(row -> row.row().seconds() != null).toList();
    }

    /** None where there is nothing to compare. */
    List<String> sentences() {
        if (rows.size() < 2) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(chain() + ".");
        COUNTS.keySet().stream().sorted().forEach(key -> sentences.addAll(gains(key)));
        sentences.add(fastest());
        return sentences;
    }

    /** Each beside the one before it. */
    private String chain() {
        List<String> parts = new ArrayList<>();
        for (int index = 1; index < rows.size(); index++) {
            parts.add(beside(rows.get(index), rows.get(index - 1)));
        }
        return String.join("; ", parts);
    }

    static String beside(NamedRow row, NamedRow other) {
        if (row.seconds().equalsWithinNoise(other.seconds())) {
            return "%s was as fast as %s within the noise".formatted(row.name(), other.name());
        }
        double times = other.seconds().median() / row.seconds().median();
        if (Math.max(times, 1 / times) < 1 + SMALL_GAIN) {
            return "%s was as fast as %s, but for less than 5 %%".formatted(row.name(), other.name());
        }
        return times >= 1
                ? "%s was %s faster than %s".formatted(row.name(), times(times), other.name())
                : "%s was %s slower than %s".formatted(row.name(), times(1 / times), other.name());
    }

    static String times(double times) {
        return String.format(Locale.ROOT, times < 10 ? "%.1f ×" : "%.0f ×", times);
    }

    /** Of cells that differ in one count alone, the smallest that is as good as the best. */
    private List<String> gains(String key) {
        Map<Map<String, String>, List<NamedRow>> alike = rows.stream()
                .filter(row -> row.row().settings().getOrDefault(key, "").matches("[0-9]{1,9}"))
                .collect(Collectors.groupingBy(
                        row -> without(key, row.row().settings()), LinkedHashMap::new, Collectors.toList()));
        return alike.values().stream()
                .filter(group -> group.size() >= ENOUGH_TO_SEE)
                .map(group -> gain(
                        key,
                        group.stream()
                                .sorted(Comparator.comparingInt(row -> count(key, row)))
                                .toList()))
                .toList();
    }

    private static String gain(String key, List<NamedRow> bySize) {
        NamedRow best = bySize.stream()
                .min(Comparator.comparingDouble(row -> row.seconds().median()))
                .orElseThrow();
        NamedRow enough = bySize.stream()
                .filter(row -> isAsGood(row.seconds(), best.seconds()))
                .findFirst()
                .orElseThrow();
        NamedRow largest = bySize.get(bySize.size() - 1);
        String writer = enough.row().settings().getOrDefault("writer", "");
        String whose = writer.isEmpty() ? "" : " (" + writer + ")";
        if (!enough.equals(largest)) {
            return "Beyond %s less than 5 %%, or no more than noise, is gained%s.".formatted(words(key, enough), whose);
        }
        NamedRow before = bySize.get(bySize.size() - 2);
        double gain = before.seconds().median() / largest.seconds().median() - 1;
        return "From %s to %s, %d %% is gained still%s."
                .formatted(words(key, before), words(key, largest), Math.round(gain * 100), whose);
    }

    private static boolean isAsGood(Summary seconds, Summary best) {
        return seconds.median() <= best.median() * (1 + SMALL_GAIN) || seconds.equalsWithinNoise(best);
    }

    private static String words(String key, NamedRow row) {
        return String.format(Locale.ROOT, Objects.requireNonNull(COUNTS.get(key)), count(key, row));
    }

    private static int count(String key, NamedRow row) {
        return Integer.parseInt(Objects.requireNonNull(row.row().settings().get(key)));
    }

    private static Map<String, String> without(String key, Map<String, String> settings) {
        Map<String, String> others = new LinkedHashMap<>(settings);
        others.remove(key);
        return others;
    }

    private String fastest() {
        NamedRow best = rows.stream()
                .min(Comparator.comparingDouble(row -> row.seconds().median()))
                .orElseThrow();
        String equal = rows.stream()
                .filter(row -> !row.equals(best) && row.seconds().equalsWithinNoise(best.seconds()))
                .map(NamedRow::name)
                .collect(Collectors.joining("; "));
        return String.format(
                Locale.ROOT,
                "Fastest: %s, %,d documents/s%s.",
                best.name(),
                best.row().documentsPerSecond(),
                equal.isEmpty() ? "" : "; as fast within the noise: " + equal);
    }

    /** Whether the server was as far away as cells asked for. */
    static final class Latencies {

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
}
