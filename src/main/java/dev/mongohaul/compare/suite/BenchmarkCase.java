package dev.mongohaul.compare.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Case of a suite: the settings and conditions of one measurement.
 *
 * @param written all keys of the file, with their texts
 * @param lines of the keys
 * @param settings keys of a job file, in the order of the suite's file
 */
record BenchmarkCase(
        String name,
        Map<String, String> written,
        Map<String, Integer> lines,
        Conditions conditions,
        Map<String, String> settings,
        @Nullable PublishedFigure published) {

    private static final String CONCERN = "write-concern";
    private static final String OPERATION = "operation";

    /** Write concern that only a comparison accepts. */
    static final String UNCONFIRMED = "w0";

    BenchmarkCase {
        written = new LinkedHashMap<>(written);
        lines = Map.copyOf(lines);
        settings = new LinkedHashMap<>(settings);
    }

    /** Returns the case without a setting, which is named by its last part. */
    BenchmarkCase without(String setting) {
        return new BenchmarkCase(
                name, without(written, setting), lines, conditions, without(settings, setting), published);
    }

    private static Map<String, String> without(Map<String, String> all, String setting) {
        Map<String, String> fewer = new LinkedHashMap<>(all);
        fewer.keySet().removeIf(key -> isNamed(key, setting));
        return fewer;
    }

    private static boolean isNamed(String key, String name) {
        return key.equals(name) || key.endsWith("." + name);
    }

    boolean unconfirmed() {
        return UNCONFIRMED.equals(setting(CONCERN).orElse(""));
    }

    /** Returns the write operation; {@code mixed} if a column decides it. */
    String operation() {
        return conditions.sequence() != null ? "mixed" : setting(OPERATION).orElse("insert");
    }

    /** Returns a setting by the last part of its name. */
    Optional<String> setting(String name) {
        return settings.entrySet().stream()
                .filter(entry -> isNamed(entry.getKey(), name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the settings as parameters of a job, without those that no job file accepts. */
    List<String> parameters() {
        return settings.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(UNCONFIRMED))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    /** Returns an identifier that is the same in every run of the same file. */
    String key() {
        return new TreeMap<>(written).toString();
    }

    String workTitle() {
        String rows =
                conditions.rows() == null ? "all records" : String.format(Locale.ROOT, "%,d rows", conditions.rows());
        String what = operation().equals("insert") ? rows : operation() + ", " + rows;
        return conditions.latency().isZero()
                ? what
                : what + ", " + conditions.latency().toMillis() + " ms away";
    }

    /** Returns the work, independent of the settings: cases of equal work are compared with each other. */
    String work() {
        return "%s, %s rows, %s bytes, %s"
                .formatted(operation(), conditions.rows(), conditions.documentSize(), conditions.latency());
    }
}
