package dev.mongohaul.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.dialect.CsvDialect;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Grammar cases of {@code src/test/resources/csv}. Each is read with blocks of many sizes. */
class CsvCaseTests {

    /**
     * Grammar case. Line ends and other invisible characters are written visibly, real line breaks mean nothing.
     *
     * @param rfc section of RFC 4180, if one applies
     */
    record Case(String name, @Nullable String rfc, @Nullable Dialects dialect, String input, List<Expected> items) {

        @Override
        public String toString() {
            return rfc == null ? name : name + " (RFC 4180, " + rfc + ")";
        }
    }

    /** Expected cells, or the column, beginning of the reason and bytes of a malformed record. */
    record Expected(
            @Nullable List<String> cells,
            @Nullable Long line,
            @Nullable Integer column,
            @Nullable String reason,
            @Nullable String bytes) {}

    static Stream<Case> cases() {
        return Stream.of("records.yaml", "lines.yaml", "malformed.yaml", "escapes.yaml", "blanks.yaml")
                .flatMap(CsvCaseTests::load);
    }

    private static Stream<Case> load(String file) {
        try (InputStream yaml = Objects.requireNonNull(CsvCaseTests.class.getResourceAsStream("/csv/" + file))) {
            return Arrays.stream(new YAMLMapper().readValue(yaml, Case[].class));
        } catch (IOException failure) {
            throw new AssertionError(file, failure);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void inputGivesTheExpectedRecords(Case given) throws IOException {
        byte[] input = invisible(given.input()).getBytes(StandardCharsets.UTF_8);
        CsvDialect dialect =
                given.dialect() == null ? CsvDialect.RFC_4180 : given.dialect().toDialect();

        for (int blockBytes : IntStream.concat(IntStream.rangeClosed(1, 24), IntStream.of(64, 4096))
                .toArray()) {
            List<CsvItem> items = Reading.all(input, dialect, blockBytes);

            assertThat(items.stream().map(CsvCaseTests::described))
                    .as("%s, blocks of %d bytes", given, blockBytes)
                    .containsExactlyElementsOf(IntStream.range(0, given.items().size())
                            .mapToObj(index -> expected(given.items().get(index), items, index))
                            .toList());
        }
    }

    private static String described(CsvItem item) {
        long line = item.location().line();
        if (item instanceof MalformedRecord malformed) {
            return "line %d, column %d, %s: %s"
                    .formatted(line, malformed.column(), malformed.reason(), text(malformed));
        }
        return "line %d %s".formatted(line, Reading.cells(item));
    }

    private static String expected(Expected expected, List<CsvItem> items, int index) {
        Long line = expected.line();
        long expectedLine = line != null
                ? line
                : index < items.size() ? items.get(index).location().line() : -1;
        if (expected.cells() != null) {
            return "line %d %s"
                    .formatted(
                            expectedLine,
                            expected.cells().stream()
                                    .map(CsvCaseTests::invisible)
                                    .toList());
        }
        return "line %d, column %d, %s: %s"
                .formatted(
                        expectedLine,
                        expected.column(),
                        expected.reason(),
                        invisible(Objects.requireNonNull(expected.bytes())));
    }

    private static String text(CsvItem item) {
        return new String(item.toByteArray(), StandardCharsets.UTF_8);
    }

    private static String invisible(String visible) {
        return visible.replaceAll("\n *", "")
                .replace('␊', '\n')
                .replace('␍', '\r')
                .replace('␠', ' ')
                .replace('␉', '\t')
                .replace('␀', '\0');
    }
}
