package dev.mongohaul.compare.report;

import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Naming;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.file.SettingsSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Recommended setting of a suite.
 *
 * @param setting name of the case
 * @param sentence with its speed
 * @param lines for the job file
 */
record Recommendation(String setting, String sentence, List<String> lines) {

    private static final String WRITER = "writer";

    /** Settings that do not change what is written. */
    private static final Set<String> TUNING =
            Set.of(WRITER, "chunk-size", "chunk-bytes", "buffer", "ordered", "grid-size", "write-concern");

    /** Write concerns that can lose a confirmed document with its server; they are never recommended. */
    private static final Set<String> WEAK = Set.of("w0", "w1", "journaled");

    /** Case and its figures. */
    record Measured(BenchmarkCase benchmark, CaseRow row) {}

    /**
     * Returns the fastest safe setting for one server, of the largest work; of several that are equal within the noise, the
     * first in the suite. Empty if there is none.
     */
    static Optional<Recommendation> of(List<Measured> all, String job, String server) {
        List<Measured> safe = all.stream()
                .filter(measured -> measured.row().seconds() != null && isForAJob(measured.benchmark()))
                .toList();
        Optional<String> work = safe.stream()
                .max(Comparator.comparingInt(
                        measured -> Objects.requireNonNullElse(measured.row().rows(), 0)))
                .map(measured -> measured.row().work());
        List<Measured> rivals = safe.stream()
                .filter(measured -> work.orElse("").equals(measured.row().work()))
                .toList();
        return rivals.stream()
                .min(Comparator.comparingDouble(Recommendation::median))
                .flatMap(best -> rivals.stream()
                        .filter(rival -> Objects.requireNonNull(rival.row().seconds())
                                .equalsWithinNoise(
                                        Objects.requireNonNull(best.row().seconds())))
                        .findFirst())
                .map(best -> new Recommendation(
                        best.benchmark().name(),
                        String.format(
                                Locale.ROOT,
                                "For %s on %s: %s, %,d documents/s.",
                                job,
                                server,
                                best.benchmark().name(),
                                best.row().documentsPerSecond()),
                        lines(best.benchmark(), all)));
    }

    private static double median(Measured measured) {
        return Objects.requireNonNull(measured.row().seconds()).median();
    }

    /** Returns whether a job can use the case's settings: it writes to one server or cluster, and safely. */
    private static boolean isForAJob(BenchmarkCase benchmark) {
        return benchmark.conditions().hosts() == 1
                && !WEAK.contains(benchmark.setting("write-concern").orElse("majority"));
    }

    /** Returns the writer, and the settings that vary in the suite. */
    private static List<String> lines(BenchmarkCase benchmark, List<Measured> all) {
        Naming suite = Naming.within(all.stream().map(Measured::benchmark).toList());
        Map<String, List<String>> groups = new LinkedHashMap<>();
        benchmark.settings().forEach((name, value) -> {
            String last = name.substring(name.lastIndexOf('.') + 1);
            if (TUNING.contains(last) && (last.equals(WRITER) || suite.varies(name))) {
                List<String> group = groups.computeIfAbsent(groupOf(last), any -> new ArrayList<>());
                group.add(last.equals(WRITER) ? 0 : group.size(), "  " + last + ": " + value);
            }
        });
        List<String> lines = new ArrayList<>();
        groups.forEach((group, settings) -> {
            lines.add(group + ":");
            lines.addAll(settings);
        });
        return lines;
    }

    private static String groupOf(String name) {
        return JobFileReader.settings().stream()
                .map(SettingsSchema.Row::key)
                .filter(key -> key.endsWith("." + name) && key.indexOf('.') == key.lastIndexOf('.'))
                .findFirst()
                .map(key -> key.substring(0, key.indexOf('.')))
                .orElseThrow();
    }
}
