package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.CaseResult;
import dev.mongohaul.compare.run.Machine;
import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Naming;
import dev.mongohaul.compare.suite.Suite;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a suite found, in the shape of its JSON.
 *
 * @param suite its name
 * @param question that it answers
 * @param job whose input was read; null: generated products
 * @param cutTo rows that no cell had more of, against what the suite says; null where it ran as it stands
 * @param runs how often each cell was measured
 * @param server version and host
 * @param machine processors, system and Java
 * @param versions of the program and its libraries; null in results that were stored before they were told
 * @param measuredAt when the last cell was measured; null likewise
 * @param cells rows, those of the same work together
 * @param noise null where nothing was measured twice
 * @param findings sentences
 * @param recommended null where no cell can be
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

    /** What is missing in a stored result is told when it is read. */
    public SuiteResult {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(question, "question");
        cells = List.copyOf(cells);
        findings = List.copyOf(findings);
    }

    /**
     * Tells what was measured just now.
     *
     * @param server for people
     */
    public static SuiteResult of(Suite suite, List<CaseResult> measured, String server) {
        Map<String, List<CaseResult>> works = measured.stream()
                .collect(Collectors.groupingBy(
                        figures -> figures.cell().work(), LinkedHashMap::new, Collectors.toList()));
        List<CaseRow> rows = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        List<Recommendation.Measured> candidates = new ArrayList<>();
        works.values().forEach(work -> {
            List<CaseRow> told = rows(work);
            rows.addAll(told);
            findings.addAll(findings(work, told, works.size() > 1));
            for (int index = 0; index < told.size(); index++) {
                candidates.add(new Recommendation.Measured(work.get(index).cell(), told.get(index)));
            }
        });
        findings.addAll(Latencies.sentences(rows));
        findings.add(Noise.sentence(rows));
        String job = suite.ownJob().orElse("generated products");
        return new SuiteResult(
                suite.name(),
                suite.question(),
                suite.job(),
                suite.cutTo(),
                suite.runs(),
                server,
                Machine.description(),
                Versions.present(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                rows,
                Noise.of(rows).orElse(null),
                findings,
                Recommendation.of(candidates, job, server).orElse(null));
    }

    private static List<CaseRow> rows(List<CaseResult> work) {
        Summary first = work.get(0).seconds().orElse(null);
        return work.stream().map(figures -> CaseRow.of(figures, first)).toList();
    }

    private static List<String> findings(List<CaseResult> work, List<CaseRow> rows, boolean several) {
        List<BenchmarkCase> cells = work.stream().map(CaseResult::cell).toList();
        Naming naming = Naming.within(cells);
        List<WorkFindings.NamedRow> named = new ArrayList<>();
        for (int index = 0; index < rows.size(); index++) {
            named.add(new WorkFindings.NamedRow(naming.of(cells.get(index)), rows.get(index)));
        }
        List<String> sentences = new WorkFindings(named).sentences();
        return several && !sentences.isEmpty()
                ? List.of("%s: %s".formatted(cells.get(0).workTitle(), String.join(" ", sentences)))
                : sentences;
    }
}
