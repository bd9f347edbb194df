package dev.mongohaul.compare.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One place of a suite's matrix: what is measured, and under which conditions.
 *
 * @param name what tells it from the others of its suite, for people
 * @param written all keys as they stand in the file, texts
 * @param lines on which they stand
 * @param conditions those that no job file knows
 * @param settings of a job file, name to text, in the order of the file
 * @param published what an article says of it, if any does
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

    /** What only a comparison may say of a write concern. */
    static final String UNCONFIRMED = "w0";

    public BenchmarkCase {
        written = new LinkedHashMap<>(written);
        lines = Map.copyOf(lines);
        settings = new LinkedHashMap<>(settings);
    }

    /** The same but for a setting, by its last name. */
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

    /** Whether the server is asked for no answer. */
    public boolean unconfirmed() {
        return UNCONFIRMED.equals(setting(CONCERN).orElse(""));
    }

    /** What is done with records; by a column where the conditions name a sequence. */
    public String operation() {
        return conditions.sequence() != null ? "mixed" : setting(OPERATION).orElse("insert");
    }

    /** A setting by its last name. */
    public Optional<String> setting(String name) {
        return settings.entrySet().stream()
                .filter(entry -> isNamed(entry.getKey(), name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The settings as parameters of a job, but for what no job file may say. */
    public List<String> parameters() {
        return settings.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(UNCONFIRMED))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    /** What tells it from all others, for programs: the same in every run of the same file. */
    public String key() {
        return new TreeMap<>(written).toString();
    }

    /** The same for people. */
    public String workTitle() {
        String rows =
                conditions.rows() == null ? "all records" : String.format(Locale.ROOT, "%,d rows", conditions.rows());
        String what = operation().equals("insert") ? rows : operation() + ", " + rows;
        return conditions.latency().isZero()
                ? what
                : what + ", " + conditions.latency().toMillis() + " ms away";
    }

    /** What is to be done, however it is done: cells of equal work are compared. */
    public String work() {
        return "%s, %s rows, %s bytes, %s"
                .formatted(operation(), conditions.rows(), conditions.documentSize(), conditions.latency());
    }
}
