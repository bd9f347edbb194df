package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sentences about cases of equal work. A difference within the noise counts as none. */
final class SuiteFindings {

    /** A gain below this part is not worth a larger setting. */
    private static final double SMALL_GAIN = 0.05;

    /** Sizes needed to see where the gain ends. */
    private static final int LEAST_SIZES = 3;

    private static final String LATENCY = "latency";
    private static final String CHUNK_SIZE = "chunk-size";
    private static final String NUMBER = "[0-9]{1,9}";

    /** Settings that are counts, and the words for them. */
    private static final Map<String, String> COUNTS =
            Map.of(CHUNK_SIZE, "chunks of %,d", "buffer", "buffers of %,d", "grid-size", "a grid of %,d");

    private final List<CaseRow> rows;
    private final Naming names;

    /** @param rows of the same work, in the suite's order */
    SuiteFindings(List<CaseRow> rows) {
        this.rows = rows.stream().filter(row -> row.seconds() != null).toList();
        this.names = new Naming(rows.stream().map(CaseRow::settings).toList());
    }

    /** Returns the sentences; none if there is nothing to compare. */
    List<String> sentences() {
        if (rows.size() < 2) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(chain() + ".");
        Optional<String> oneChunk = oneChunk(rows);
        oneChunk.ifPresent(sentences::add);
        COUNTS.keySet().stream()
                .filter(key -> !key.equals(CHUNK_SIZE) || oneChunk.isEmpty())
                .sorted()
                .forEach(key -> sentences.addAll(gains(key)));
        sentences.add(fastest());
        return sentences;
    }

    private String name(CaseRow row) {
        return names.of(row.settings());
    }

    private static int count(CaseRow row, String key) {
        return Integer.parseInt(Objects.requireNonNull(row.settings().get(key)));
    }

    private static Map<String, String> settingsWithout(CaseRow row, String key) {
        Map<String, String> others = new LinkedHashMap<>(row.settings());
        others.remove(key);
        return others;
    }

    private String chain() {
        List<String> parts = new ArrayList<>();
        for (int index = 1; index < rows.size(); index++) {
            parts.add(compared(rows.get(index), rows.get(index - 1)));
        }
        return String.join("; ", parts);
    }

    private String compared(CaseRow row, CaseRow other) {
        if (row.equalsWithinNoise(other)) {
            return "%s was as fast as %s within the noise".formatted(name(row), name(other));
        }
        double times = other.median() / row.median();
        if (Math.max(times, 1 / times) < 1 + SMALL_GAIN) {
            return "%s was within 5 %% of %s".formatted(name(row), name(other));
        }
        return times >= 1
                ? "%s was %s faster than %s".formatted(name(row), times(times), name(other))
                : "%s was %s slower than %s".formatted(name(row), times(1 / times), name(other));
    }

    private static String times(double times) {
        return format(times < 10 ? "%.1f ×" : "%.0f ×", times);
    }

    /**
     * Returns a sentence if the chunk size varies, and the input fits into the smallest chunk; empty otherwise.
     *
     * @param measured cases of the same work
     */
    static Optional<String> oneChunk(List<CaseRow> measured) {
        List<Integer> sizes = measured.stream()
                .filter(row -> row.settings().getOrDefault(CHUNK_SIZE, "").matches(NUMBER))
                .map(row -> count(row, CHUNK_SIZE))
                .distinct()
                .sorted()
                .toList();
        long records = measured.stream()
                .flatMap(row -> row.runs().stream())
                .mapToLong(CaseRun::documents)
                .max()
                .orElse(0);
        return sizes.size() < 2 || records > sizes.get(0)
                ? Optional.empty()
                : Optional.of(format(
                        "The chunk size made no difference: all %,d records fit into one chunk of each size.",
                        records));
    }

    /** Returns, for cases that differ in one count alone, the smallest count that is as good as the best. */
    private List<String> gains(String key) {
        Map<Map<String, String>, List<CaseRow>> groups = rows.stream()
                .filter(row -> row.settings().getOrDefault(key, "").matches(NUMBER))
                .collect(Collectors.groupingBy(
                        row -> settingsWithout(row, key), LinkedHashMap::new, Collectors.toList()));
        return groups.values().stream()
                .filter(group -> group.size() >= LEAST_SIZES)
                .map(group -> group.stream()
                        .sorted(Comparator.comparingInt(row -> count(row, key)))
                        .toList())
                .map(bySize -> gain(key, bySize))
                .toList();
    }

    private static String gain(String key, List<CaseRow> bySize) {
        CaseRow best =
                bySize.stream().min(Comparator.comparingDouble(CaseRow::median)).orElseThrow();
        CaseRow enough = bySize.stream()
                .filter(row -> row.median() <= best.median() * (1 + SMALL_GAIN) || row.equalsWithinNoise(best))
                .findFirst()
                .orElseThrow();
        CaseRow largest = bySize.get(bySize.size() - 1);
        String writer = enough.settings().getOrDefault("writer", "");
        String suffix = writer.isEmpty() ? "" : " (" + writer + ")";
        if (!enough.equals(largest)) {
            return "Beyond %s, the gain is below 5 %% or within the noise%s.".formatted(words(key, enough), suffix);
        }
        CaseRow before = bySize.get(bySize.size() - 2);
        double gain = before.median() / largest.median() - 1;
        return "From %s to %s, the gain is still %d %%%s."
                .formatted(words(key, before), words(key, largest), Math.round(gain * 100), suffix);
    }

    private static String words(String key, CaseRow row) {
        return format(Objects.requireNonNull(COUNTS.get(key)), count(row, key));
    }

    private String fastest() {
        CaseRow best =
                rows.stream().min(Comparator.comparingDouble(CaseRow::median)).orElseThrow();
        String equal = rows.stream()
                .filter(row -> !row.equals(best) && row.equalsWithinNoise(best))
                .map(this::name)
                .collect(Collectors.joining("; "));
        return format(
                "Fastest: %s, %,d documents/s%s.",
                name(best),
                best.speed().documentsPerSecond(),
                equal.isEmpty() ? "" : "; as fast within the noise: " + equal);
    }

    /** Returns a sentence for each latency that cases asked for: what the server's latency really was. */
    static List<String> latencies(List<CaseRow> rows) {
        Map<String, List<CaseRun>> byLatency = new LinkedHashMap<>();
        for (CaseRow row : rows) {
            String latency = row.settings().getOrDefault(LATENCY, "");
            if (latency.matches("0*[1-9][0-9]*ms")) {
                byLatency.computeIfAbsent(latency, any -> new ArrayList<>()).addAll(row.runs());
            }
        }
        return byLatency.entrySet().stream()
                .map(entry -> Summary.of(entry.getValue(), CaseRun::pingMillis)
                        .map(ping -> format(
                                "With %s added, the median ping took %.1f ms, from %.1f to %.1f ms.",
                                entry.getKey(), ping.median(), ping.min(), ping.max())))
                .flatMap(Optional::stream)
                .toList();
    }

    static String format(String format, @Nullable Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
