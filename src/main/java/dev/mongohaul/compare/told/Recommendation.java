package dev.mongohaul.compare.told;

import dev.mongohaul.compare.suite.Cell;
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
 * The setting to use, by what was measured.
 *
 * @param setting name of the cell
 * @param sentence why, for people
 * @param lines for the job file
 */
public record Recommendation(String setting, String sentence, List<String> lines) {

    private static final String WRITER = "writer";

    /** Settings that say how and not what. */
    private static final Set<String> TUNING =
            Set.of(WRITER, "chunk-size", "chunk-bytes", "buffer", "ordered", "grid-size", "write-concern");

    /** Concerns under which a document that counts as written can be lost with its server: no speed is worth it. */
    private static final Set<String> WEAK = Set.of("w0", "w1", "journaled");

    /** What was measured of a cell. */
    record Measured(Cell cell, CellRow row) {}

    /**
     * Of the largest work, the fastest setting of one server whose documents are safe; of those that are as fast within the noise, the
     * first in the suite. Empty where there is none.
     */
    static Optional<Recommendation> of(List<Measured> all, String job, String server) {
        List<Measured> safe = all.stream()
                .filter(measured -> measured.row().seconds() != null && isForAJob(measured.cell()))
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
                        String.format(
                                Locale.ROOT,
                                "For %s on %s: %s, %,d documents/s.",
                                job,
                                server,
                                best.cell().name(),
                                best.row().documentsPerSecond()),
                        lines(best.cell(), all)));
    }

    private static double median(Measured measured) {
        return Objects.requireNonNull(measured.row().seconds()).median();
    }

    /** A job goes to one server, or cluster, and loses nothing with its primary. */
    private static boolean isForAJob(Cell cell) {
        return cell.conditions().hosts() == 1
                && !WEAK.contains(cell.setting("write-concern").orElse("majority"));
    }

    /** The writer, and whatever the suite had several values of. */
    private static List<String> lines(Cell cell, List<Measured> all) {
        Naming suite = Naming.within(all.stream().map(Measured::cell).toList());
        Map<String, List<String>> groups = new LinkedHashMap<>();
        cell.settings().forEach((name, value) -> {
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
