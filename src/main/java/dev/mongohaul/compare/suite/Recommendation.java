package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.file.SettingRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Recommended setting of a suite: the name of the case, a sentence with its speed, and lines for the job file. */
record Recommendation(String setting, String sentence, List<String> lines) {

    private static final String WRITER = "writer";

    /** Settings that do not change what is written. */
    private static final Set<String> TUNING =
            Set.of(WRITER, "chunk-size", "chunk-bytes", "buffer", "ordered", "grid-size", "write-concern");

    /** Write concerns that can lose a confirmed document with its server; they are never recommended. */
    private static final Set<String> WEAK = Set.of("w0", "w1", "journaled");

    /**
     * Returns the fastest safe setting for one server, of the largest work; of several that are equal within the noise, the
     * first in the suite. Empty if there is none, or if the input is too small to compare the chunk sizes.
     */
    static Optional<Recommendation> of(List<CaseRow> all, String job, String server) {
        List<CaseRow> safe = all.stream().filter(Recommendation::isForAJob).toList();
        Optional<String> work = safe.stream()
                .max(Comparator.comparingInt(row -> Objects.requireNonNullElse(row.rows(), 0)))
                .map(CaseRow::work);
        List<CaseRow> rivals =
                safe.stream().filter(row -> work.orElse("").equals(row.work())).toList();
        if (SuiteFindings.oneChunk(rivals).isPresent()) {
            return Optional.empty();
        }
        return rivals.stream()
                .min(Comparator.comparingDouble(CaseRow::median))
                .flatMap(best -> rivals.stream()
                        .filter(rival -> rival.equalsWithinNoise(best))
                        .findFirst())
                .map(best -> new Recommendation(
                        best.name(),
                        SuiteFindings.format(
                                "For %s on %s: %s, %,d documents/s.",
                                job, server, best.name(), best.speed().documentsPerSecond()),
                        lines(best, all)));
    }

    /** Returns whether a job can use the case's settings: it writes to one server or cluster, and safely. */
    private static boolean isForAJob(CaseRow row) {
        return row.seconds() != null
                && row.settings().getOrDefault("hosts", "1").equals("1")
                && row.settings().entrySet().stream()
                        .noneMatch(setting -> lastName(setting.getKey()).equals("write-concern")
                                && WEAK.contains(setting.getValue()));
    }

    /** Returns the writer, and the settings that vary in the suite. */
    private static List<String> lines(CaseRow best, List<CaseRow> all) {
        Naming suite = new Naming(all.stream().map(CaseRow::settings).toList());
        Map<String, List<String>> groups = new LinkedHashMap<>();
        best.settings().forEach((name, value) -> {
            String last = lastName(name);
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

    private static String lastName(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }

    private static String groupOf(String name) {
        return JobFileReader.settings().stream()
                .map(SettingRow::key)
                .filter(key -> key.endsWith("." + name) && key.indexOf('.') == key.lastIndexOf('.'))
                .findFirst()
                .map(key -> key.substring(0, key.indexOf('.')))
                .orElseThrow();
    }
}
