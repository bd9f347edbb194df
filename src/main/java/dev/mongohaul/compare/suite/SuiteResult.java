package dev.mongohaul.compare.suite;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.FigureColumn;
import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.run.ThisProgram;
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
 * @param cells rows, grouped by work
 */
public record SuiteResult(
        String suite,
        String question,
        @Nullable String job,
        @Nullable Integer cutTo,
        int runs,
        @JsonUnwrapped Circumstances circumstances,
        List<CaseRow> cells,
        @JsonUnwrapped Conclusions conclusions) {

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
                new Circumstances(
                        server,
                        ThisProgram.machine(),
                        Versions.present(),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS)),
                rows,
                new Conclusions(
                        Noise.of(rows).orElse(null),
                        findings,
                        Recommendation.of(rows, job, server).orElse(null)));
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
        lines.add("%s; %s; %d run%s of each, in turn"
                .formatted(circumstances.server(), circumstances.machine(), runs, runs == 1 ? "" : "s"));
        if (cutTo != null) {
            lines.add(SuiteFindings.format(
                    "Cut short: no case has more than %,d rows. Published figures are of the whole.", cutTo));
        }
        lines.add(FigureColumn.table("case", CaseRow::name, CaseRow.COLUMNS, cells));
        cells.forEach(row -> row.notes().forEach(note -> lines.add("%s: %s.".formatted(row.name(), note))));
        lines.addAll(conclusions.findings());
        Recommendation recommended = conclusions.recommended();
        if (recommended != null) {
            lines.add(recommended.sentence() + " In the job file:");
            recommended.lines().forEach(setting -> lines.add("  " + setting));
        }
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
