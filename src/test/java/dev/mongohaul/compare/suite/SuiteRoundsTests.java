package dev.mongohaul.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.run.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteRoundsTests {

    private static final Suite SUITE =
            TestSuite.of("question: How?\nruns: 2\ncells: [{rows: 10, writer: [save, bulk, raw]}]\n");

    private final List<String> measured = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final ComparisonProgress progress = new ComparisonProgress(lines::add);

    @TempDir
    private Path folder;

    @Test
    void casesAreCountedFirstAndThenMeasuredInTurn() {
        run(6.0);

        assertThat(measured)
                .containsExactly(
                        "save, counted", "bulk, counted", "raw, counted", "save", "bulk", "raw", "bulk", "raw", "save");
        assertThat(lines)
                .startsWith(
                        "1 of 9: save: 6.00 s (warm-up, commands counted)",
                        "2 of 9: bulk: 6.00 s (warm-up, commands counted)")
                .endsWith("8 of 9: raw: 6.00 s", "9 of 9: save: 6.00 s");
    }

    @Test
    void eachRoundBeginsWithAnotherCase() {
        List<String> all = List.of("a", "b", "c", "d");

        List<List<String>> rounds = IntStream.range(0, 3)
                .mapToObj(round -> ComparisonProgress.inTurn(all, round, 3))
                .toList();

        assertThat(rounds).containsExactly(all, List.of("b", "c", "d", "a"), List.of("c", "d", "a", "b"));
    }

    @Test
    void singleRoundKeepsTheOrder() {
        assertThat(ComparisonProgress.inTurn(List.of(1, 2, 3), 0, 1)).containsExactly(1, 2, 3);
    }

    @Test
    void shortCaseIsWarmedUpBeforeItsFirstTimedRun() {
        List<CaseResult> figures = run(0.5);

        assertThat(measured.subList(3, 7)).containsExactly("save", "save", "bulk", "bulk");
        assertThat(figures.get(0).runs()).hasSize(2);
    }

    @Test
    void longCaseIsMeasuredOnce() {
        List<CaseResult> figures = run(60.5);

        assertThat(measured).containsExactly("save, counted", "bulk, counted", "raw, counted");
        assertThat(figures).allSatisfy(cell -> {
            assertThat(cell.once()).isTrue();
            assertThat(cell.seconds()).contains(new Summary(60.5, 60.5, 60.5));
        });
    }

    @Test
    void cancelledSuiteResumes() {
        assertThatThrownBy(() -> comparison(6.0, 5).run()).isInstanceOf(ComparisonException.class);
        assertThat(measured).hasSize(5);
        measured.clear();

        List<CaseResult> figures = new SuiteRoundsTests().continued(folder, measured);

        assertThat(measured).containsExactly("raw", "bulk", "raw", "save");
        assertThat(figures).allSatisfy(cell -> assertThat(cell.runs()).hasSize(2));
    }

    @Test
    void truncatedMeasurementIsRepeated() throws IOException {
        run(6.0);
        Path file = store();
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 20));
        measured.clear();

        run(6.0);

        assertThat(measured).containsExactly("save");
    }

    @Test
    void otherCircumstancesHaveTheirOwnMeasurements() {
        run(6.0);

        assertThat(new RunStore(folder, SUITE, "here").size()).isEqualTo(9);
        assertThat(new RunStore(folder, SUITE, "elsewhere").size()).isZero();
    }

    @Test
    void failedCaseIsLeftOutAndRepeatedNextTime() {
        SuiteRounds comparison = comparison(6.0, Integer.MAX_VALUE, "bulk");

        List<CaseResult> figures = comparison.run();

        assertThat(figures.get(1).failure()).isEqualTo("not here");
        assertThat(figures.get(1).seconds()).isEmpty();
        assertThat(figures.get(0).runs()).hasSize(2);
        assertThat(lines).contains("2 of 9: bulk is left out: not here");
        assertThat(new RunStore(folder, SUITE, "here").size()).isEqualTo(6);
    }

    @Test
    void clearedStoreIsEmpty() throws IOException {
        run(6.0);
        new RunStore(folder, SUITE, "here").clear();

        assertThat(new RunStore(folder, SUITE, "here").size()).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void resultReplacesItsMeasurements() throws IOException {
        run(6.0);
        new RunStore(folder, SUITE, "here").finish("{}");

        assertThat(folder.resolve("test.json")).hasContent("{}");
        assertThat(new RunStore(folder, SUITE, "here").size()).isZero();
    }

    @Test
    void eachMeasurementAddsALine() throws IOException {
        run(6.0);

        assertThat(Files.readAllLines(store())).hasSize(9).allMatch(line -> line.startsWith("{\"cell\":"));
        Files.writeString(store(), "not JSON\n", StandardOpenOption.APPEND);
        assertThat(new RunStore(folder, SUITE, "here").size()).isEqualTo(9);
    }

    private List<CaseResult> continued(Path sameFolder, List<String> into) {
        folder = sameFolder;
        List<CaseResult> figures = run(6.0);
        into.addAll(measured);
        return figures;
    }

    private Path store() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst().orElseThrow();
        }
    }

    private List<CaseResult> run(double seconds) {
        return comparison(seconds, Integer.MAX_VALUE).run();
    }

    /** @param end measurements after which the comparison is cancelled */
    private SuiteRounds comparison(double seconds, int end, String... failing) {
        BiFunction<BenchmarkCase, Boolean, CaseRun> measuring = (benchmark, counted) -> {
            if (List.of(failing).contains(benchmark.name())) {
                throw new ComparisonException("not here");
            }
            measured.add(benchmark.name() + (counted ? ", counted" : ""));
            if (measured.size() == end) {
                progress.cancel();
            }
            return new CaseRun(seconds, 10, 1.0, null, 0.0, 1000L, counted ? 10L : null, null, 0.1, null);
        };
        return new SuiteRounds(SUITE, measuring, new RunStore(folder, SUITE, "here"), progress);
    }
}
