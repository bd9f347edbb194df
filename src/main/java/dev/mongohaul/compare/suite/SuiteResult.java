package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.FigureColumn;
import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.run.ThisProgram;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.file.SettingRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Result of a suite, in the shape of its JSON.
 *
 * @param job whose input was read; null: generated products
 * @param cutTo rows to which all cases were limited; null if the suite ran as it is written
 * @param runs of each case
 * @param versions null in results of earlier versions
 * @param measuredAt when the last case was measured; null in results of earlier versions
 * @param cells rows, grouped by work
 * @param noise null if no case ran twice
 * @param recommended null if no case can be recommended
 */
public record SuiteResult(
        String suite,
        String question,
        @Nullable String job,
        @Nullable Integer cutTo,
        int runs,
        String server,
        String machine,
        @Nullable Versions versions,
        @Nullable Instant measuredAt,
        List<CaseRow> cells,
        @Nullable Noise noise,
        List<String> findings,
        @Nullable Recommendation recommended) {

    /** Folder that results are stored in, below the working directory. */
    public static final Path FOLDER = Path.of(".mongohaul", "compare");

    private static final String SUFFIX = ".json";

    /** Order of the articles' suites; others follow by name. */
    private static final List<String> ORDER = List.of("writers", "reactive", "bulk", "write-concern", "partitions");

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Refuses a stored result that lacks what every version has stored. */
    public SuiteResult {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(question, "question");
        cells = List.copyOf(cells);
        findings = List.copyOf(findings);
    }

    /** Returns the result of what was measured just now. */
    public static SuiteResult of(Suite suite, List<CaseResult> measured, String server) {
        Map<String, List<CaseResult>> groups = measured.stream()
                .collect(Collectors.groupingBy(
                        result -> result.benchmark().work(), LinkedHashMap::new, Collectors.toList()));
        List<CaseRow> rows = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        groups.values().forEach(group -> {
            List<CaseRow> groupRows = rows(group);
            rows.addAll(groupRows);
            List<String> sentences = new SuiteFindings(groupRows).sentences();
            findings.addAll(
                    groups.size() == 1 || sentences.isEmpty()
                            ? sentences
                            : List.of("%s: %s"
                                    .formatted(group.get(0).benchmark().workTitle(), String.join(" ", sentences))));
        });
        findings.addAll(SuiteFindings.latencies(rows));
        findings.add(Noise.sentence(rows));
        String job = suite.ownJob().orElse("generated products");
        return new SuiteResult(
                suite.name(),
                suite.question(),
                suite.job(),
                suite.cutTo(),
                suite.runs(),
                server,
                ThisProgram.machine(),
                Versions.present(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                rows,
                Noise.of(rows).orElse(null),
                findings,
                Recommendation.of(rows, job, server).orElse(null));
    }

    private static List<CaseRow> rows(List<CaseResult> group) {
        Summary first = group.get(0).seconds().orElse(null);
        return group.stream().map(result -> CaseRow.of(result, first)).toList();
    }

    /**
     * Returns the results that a folder holds; none if there is no such folder.
     *
     * @throws ComparisonException if one cannot be read
     */
    public static List<SuiteResult> storedIn(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted(Comparator.comparingInt(SuiteResult::rank).thenComparing(Comparator.naturalOrder()))
                    .map(SuiteResult::read)
                    .toList();
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be read: %s".formatted(folder, e.getMessage()), e);
        }
    }

    private static int rank(Path file) {
        String name = file.getFileName().toString();
        int index = ORDER.indexOf(name.substring(0, name.length() - SUFFIX.length()));
        return index < 0 ? ORDER.size() : index;
    }

    private static SuiteResult read(Path file) {
        try {
            return read(Files.readString(file));
        } catch (IOException | JacksonException e) {
            throw new ComparisonException(
                    "%s is not a result of this version: delete it, or run the suite again".formatted(file), e);
        }
    }

    static SuiteResult read(String json) {
        return JSON.readValue(json, SuiteResult.class);
    }

    /** Returns the result as one JSON object. */
    public String json() {
        return JSON.writeValueAsString(this);
    }

    /** Returns the text for a terminal: a line for each case, the findings, and the lines for a job file. */
    public String table() {
        List<String> lines = new ArrayList<>();
        lines.add("%s: %s".formatted(suite, question));
        lines.add("%s; %s; %d run%s of each, in turn".formatted(server, machine, runs, runs == 1 ? "" : "s"));
        if (cutTo != null) {
            lines.add(SuiteFindings.format(
                    "Cut short: no case has more than %,d rows. Published figures are of the whole.", cutTo));
        }
        lines.add(FigureColumn.table("case", CaseRow::name, CaseRow.COLUMNS, cells));
        cells.forEach(row -> row.notes().forEach(note -> lines.add("%s: %s.".formatted(row.name(), note))));
        lines.addAll(findings);
        if (recommended != null) {
            lines.add(recommended.sentence() + " In the job file:");
            recommended.lines().forEach(setting -> lines.add("  " + setting));
        }
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }

    /** Noise of the machine: median and maximum of the ranges of each case, relative to its median. */
    public record Noise(double median, double max) {

        /** Above this median, a difference of a quarter is not significant. */
        private static final double HIGH = 0.25;

        private static Optional<Noise> of(List<CaseRow> rows) {
            return Summary.of(rows, CaseRow::relativeRange).map(summary -> new Noise(summary.median(), summary.max()));
        }

        private static String sentence(List<CaseRow> rows) {
            Optional<Summary> ranges = Summary.of(rows, CaseRow::relativeRange);
            boolean high = ranges.isPresent() && ranges.get().median() > HIGH;
            return Summary.noise(ranges, "case")
                    + (high ? " Measurements vary widely; only large differences are significant." : "");
        }
    }

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
         * first in the suite. Empty if there is none.
         */
        static Optional<Recommendation> of(List<CaseRow> all, String job, String server) {
            List<CaseRow> safe = all.stream().filter(Recommendation::isForAJob).toList();
            Optional<String> work = safe.stream()
                    .max(Comparator.comparingInt(row -> Objects.requireNonNullElse(row.rows(), 0)))
                    .map(CaseRow::work);
            List<CaseRow> rivals = safe.stream()
                    .filter(row -> work.orElse("").equals(row.work()))
                    .toList();
            return rivals.stream()
                    .min(Comparator.comparingDouble(CaseRow::median))
                    .flatMap(best -> rivals.stream()
                            .filter(rival -> rival.equalsWithinNoise(best))
                            .findFirst())
                    .map(best -> new Recommendation(
                            best.name(),
                            SuiteFindings.format(
                                    "For %s on %s: %s, %,d documents/s.",
                                    job, server, best.name(), best.documentsPerSecond()),
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
}
