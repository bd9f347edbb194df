package dev.mongohaul.compare.told;

import dev.mongohaul.compare.suite.Cell;
import dev.mongohaul.job.file.form.SettingRow;
import dev.mongohaul.job.file.table.JobFileTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The setting to use, by what was measured.
 *
 * @param setting name of the cell
 * @param sentence why, for people
 * @param lines for the job file
 */
public record Recommendation(String setting, String sentence, List<String> lines) {

    /** Settings that say how and not what. */
    private static final Set<String> TUNING =
            Set.of("writer", "chunk-size", "chunk-bytes", "buffer", "ordered", "grid-size", "write-concern");

    /** Concerns under which a document that counts as written can be lost: no speed is worth it. */
    private static final Set<String> WEAK = Set.of("w0", "w1");

    /** What was measured of a cell. */
    record Measured(Cell cell, CellRow row) {}

    /**
     * Of the largest work, the fastest setting whose documents are safe; of those that are as fast within the noise, the
     * first in the suite. Empty where there is none.
     */
    static Optional<Recommendation> of(List<Measured> all, String job, String server) {
        List<Measured> safe = all.stream()
                .filter(measured -> measured.row().seconds() != null && isSafe(measured.cell()))
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
                        best.cell().name(),
                        "For %s on %s: %s.".formatted(job, server, best.cell().name()),
                        lines(best.cell())));
    }

    private static double median(Measured measured) {
        return Objects.requireNonNull(measured.row().seconds()).median();
    }

    private static boolean isSafe(Cell cell) {
        return !WEAK.contains(cell.setting("write-concern").orElse("majority"));
    }

    private static List<String> lines(Cell cell) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        cell.settings().forEach((name, value) -> {
            String last = name.substring(name.lastIndexOf('.') + 1);
            if (TUNING.contains(last)) {
                groups.computeIfAbsent(groupOf(last), any -> new ArrayList<>()).add("  " + last + ": " + value);
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
        return JobFileTable.rows().stream()
                .map(SettingRow::key)
                .filter(key -> key.endsWith("." + name) && key.indexOf('.') == key.lastIndexOf('.'))
                .findFirst()
                .map(key -> key.substring(0, key.indexOf('.')))
                .orElseThrow();
    }
}
