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
 * @param name that distinguishes it from the suite's other cases
 * @param written all keys of the file, with their texts
 * @param lines of the keys
 * @param conditions keys that no job file has
 * @param settings keys of a job file, in the order of the suite's file
 * @param published figure of an article; null: none
 */
public record BenchmarkCase(
        String name,
        Map<String, String> written,
        Map<String, Integer> lines,
        Conditions conditions,
        Map<String, String> settings,
        @Nullable Published published) {

    private static final String CONCERN = "write-concern";
    private static final String OPERATION = "operation";

    /** Write concern that only a comparison accepts. */
    static final String UNCONFIRMED = "w0";

    public BenchmarkCase {
        written = new LinkedHashMap<>(written);
        lines = Map.copyOf(lines);
        settings = new LinkedHashMap<>(settings);
    }

    /** Returns the case without a setting, which is named by its last part. */
    BenchmarkCase without(String setting) {
        Map<String, String> fewerWritten = new LinkedHashMap<>(written);
        Map<String, String> fewerSettings = new LinkedHashMap<>(settings);
        fewerWritten.keySet().removeIf(key -> isNamed(key, setting));
        fewerSettings.keySet().removeIf(key -> isNamed(key, setting));
        return new BenchmarkCase(name, fewerWritten, lines, conditions, fewerSettings, published);
    }

    private static boolean isNamed(String key, String name) {
        return key.equals(name) || key.endsWith("." + name);
    }

    /** Returns whether writes are not confirmed by the server. */
    public boolean unconfirmed() {
        return UNCONFIRMED.equals(setting(CONCERN).orElse(""));
    }

    /** Returns the write operation; {@code mixed} if a column decides it. */
    public String operation() {
        return conditions.sequence() != null ? "mixed" : setting(OPERATION).orElse("insert");
    }

    /** Returns a setting by the last part of its name. */
    public Optional<String> setting(String name) {
        return settings.entrySet().stream()
                .filter(entry -> isNamed(entry.getKey(), name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the settings as parameters of a job, without those that no job file accepts. */
    public List<String> parameters() {
        return settings.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(UNCONFIRMED))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    /** Returns an identifier that is the same in every run of the same file. */
    public String key() {
        return new TreeMap<>(written).toString();
    }

    /** Returns the work as a title. */
    public String workTitle() {
        String rows =
                conditions.rows() == null ? "all records" : String.format(Locale.ROOT, "%,d rows", conditions.rows());
        String what = operation().equals("insert") ? rows : operation() + ", " + rows;
        return conditions.latency().isZero()
                ? what
                : what + ", " + conditions.latency().toMillis() + " ms away";
    }

    /** Returns the work, independent of the settings: cases of equal work are compared with each other. */
    public String work() {
        return "%s, %s rows, %s bytes, %s"
                .formatted(operation(), conditions.rows(), conditions.documentSize(), conditions.latency());
    }
}
