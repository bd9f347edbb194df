package dev.mongohaul.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.job.file.JobFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteFileTests {

    private static final Path SHIPPED = Path.of("jobs/compare");

    @Test
    void valuesOfKeysAreCombined() {
        Suite suite = read("""
                question: How?
                common: {rows: 10, grid-size: 1}
                cells:
                  - {writer: [save, raw], chunk-size: [1, 1000]}
                  - {writer: direct, ordered: true}
                """);

        assertThat(suite.cases())
                .extracting(BenchmarkCase::name)
                .containsExactly(
                        "save, chunk size 1",
                        "save, chunk size 1,000",
                        "raw, chunk size 1",
                        "raw, chunk size 1,000",
                        "direct");
        assertThat(suite.cases().get(1).parameters()).containsExactly("grid-size=1", "writer=save", "chunk-size=1000");
    }

    @Test
    void conditionsAreNotParameters() {
        BenchmarkCase cell =
                read("question: How?\ncells: [{rows: 10, latency: 16ms, document-size: 665, sequence: runs}]\n")
                        .cases()
                        .get(0);

        assertThat(cell.conditions())
                .isEqualTo(new Conditions(10, 665, Duration.ofMillis(16), 1, CaseSequence.RUNS, null, null));
        assertThat(cell.parameters()).isEmpty();
        assertThat(cell.operation()).isEqualTo("mixed");
        assertThat(cell.name()).isEqualTo("all");
    }

    @Test
    void unconfirmedIsNotAParameter() {
        BenchmarkCase cell = read("question: How?\ncells: [{rows: 10, write-concern: w0}]\n")
                .cases()
                .get(0);

        assertThat(cell.unconfirmed()).isTrue();
        assertThat(cell.parameters()).isEmpty();
    }

    @Test
    void nestedKeysAreCombined() {
        Suite suite = read(
                "{question: How?, cells: [{rows: 1, shard: {key: sku, hashed: true, chunks: [2, 4]}, write: {writer: raw}}]}");

        assertThat(suite.cases())
                .extracting(cell -> cell.conditions().shard())
                .containsExactly(new ShardKeyCase("sku", true, 2), new ShardKeyCase("sku", true, 4));
        assertThat(suite.cases()).extracting(BenchmarkCase::parameters).containsOnly(List.of("write.writer=raw"));
    }

    @Test
    void hostsAreCountedInNames() {
        Suite suite = read("{question: How?, cells: [{rows: 1, hosts: [1, 3]}]}");

        assertThat(suite.cases()).extracting(BenchmarkCase::name).containsExactly("1 host", "3 hosts");
    }

    @Test
    void publishedFigureIsFoundByItsSettings() {
        Suite suite = read("""
                question: How?
                cells: [{rows: [10, 20], writer: [save, raw]}]
                published: [{writer: save, rows: 20, milliseconds: 4711}, {writer: raw, times: 3.5}]
                """);

        assertThat(suite.cases())
                .extracting(cell -> String.valueOf(cell.published()))
                .containsExactly("null", "3.5 × as long", "4,711 ms", "3.5 × as long");
    }

    @Test
    void cutSuiteHasNoDuplicateCases() {
        Suite suite = read("question: How?\ncells: [{rows: [10, 1000, 5000], writer: [save, raw]}]\n", 100);

        assertThat(suite.cases())
                .extracting(BenchmarkCase::name)
                .containsExactly("10 rows, save", "10 rows, raw", "100 rows, save", "100 rows, raw");
        assertThat(suite.cutTo()).isEqualTo(100);
    }

    @Test
    void ownJobDropsTheProductEntity() {
        Suite suite = read(
                "{question: How?, cells: [{rows: 1, target.entity: a.B, writer: [save, raw]}, {rows: 1, writer: raw}]}");

        assertThat(suite.cases()).hasSize(3);
        assertThat(suite.withJob("mine").cases())
                .extracting(BenchmarkCase::parameters)
                .containsExactly(List.of("writer=save"), List.of("writer=raw"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            cells: [{rows: 1}]                                       | s.yml:1: question: is missing: what the suite answers
            question: How?                                           | s.yml:1: cells: is missing
            {question: How?, cells: []}                              | s.yml:1: cells: is empty: at least one block
            {question: How?, cells: [{writer: save}]}                | s.yml:1: rows: is missing: how many records
            {question: How?, cells: [{rows: 0}]}                     | s.yml:1: cells.rows: 0 is not a count
            {question: How?, cells: [{rows: 1, latency: 16}]}        | s.yml:1: cells.latency: 16 is not a number of milliseconds, such as 16ms
            {question: How?, cells: [{rows: 1, latency: 9000ms}]}    | s.yml:1: cells.latency: 9000ms is too long to be waited for
            {question: How?, cells: [{rows: 1, heap: 2 GB}]}         | s.yml:1: cells.heap: 2 GB is not a heap: such as 512m or 2g is
            {question: How?, cells: [{rows: 1, hosts: 0}]}           | s.yml:1: cells.hosts: 0 is not a count
            {question: How?, cells: [{rows: 1, hosts: 2, heap: 1g}]} | s.yml:1: cells.hosts: several hosts go with neither shard nor heap
            {question: How?, cells: [{rows: 1, shard: {chunks: 2}}]} | s.yml:1: cells.shard.key: is missing: the field that documents are spread by
            {question: How?, cells: [{rows: 1, shard: {key: a, chunks: 9999}}]} | s.yml:1: cells.shard.chunks: 9999 chunks are too many
            {question: How?, cells: [{rows: 1, writer: {}}]}         | s.yml:1: cells[0].writer: a group of keys is not a text
            {question: How?, cells: [{rows: 1, document-size: 5}]}   | s.yml:1: cells.document-size: 5 bytes are too few
            {question: How?, cell: [{rows: 1}]}                      | s.yml:1: cell: is not a key here (did you mean cells?)
            {question: How?, cells: [{rows: 1}], published: [{a: b}]} | s.yml:1: published: needs a number
            """)
    void mistakeHasItsPlace(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(JobFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void unknownSuiteListsTheOthers() {
        assertThatThrownBy(() -> Suite.find(SHIPPED, "writer", null))
                .hasMessage(
                        "jobs/compare/writer.yml: does not exist; suites here are bulk, partitions, reactive, write-concern, writers");
    }

    @Test
    void shippedSuitesAreValid() {
        assertThat(Suite.names(SHIPPED))
                .contains("bulk", "partitions", "reactive", "write-concern", "writers")
                .allSatisfy(name -> {
                    List<BenchmarkCase> cells = Suite.find(SHIPPED, name, null).cases();
                    assertThat(cells).hasSizeGreaterThan(3).doesNotHaveDuplicates();
                    assertThat(cells)
                            .extracting(BenchmarkCase::published)
                            .as(name)
                            .anyMatch(published -> published != null);
                });
    }

    private static Suite read(String text) {
        return read(text, null);
    }

    private static Suite read(String text, @Nullable Integer cutTo) {
        return new SuiteFile(Path.of("s.yml"), text, cutTo).read();
    }
}
