package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of text in which almost all cells are of another type. */
class NearMissTests {

    @TempDir
    private Path folder;

    @Test
    void fewOtherCellsAreMentionedWithTheFirst() throws IOException {
        assertThat(columnOf(2500, row -> row == 15 || row == 2000 ? "unknown" : "2026-01-%02d".formatted(row % 28 + 1)))
                .isEqualTo("string  # a date except for 2 of 2,500 cells: \"unknown\", line 17 is the first;"
                        + " {type: date, pattern: yyyy-MM-dd} rejects them");
    }

    @Test
    void otherCellAtTheBeginningIsMentioned() throws IOException {
        assertThat(columnOf(100, row -> row == 0 ? "on request" : "1.%03d,5".formatted(row)))
                .isEqualTo("string  # a decimal except for 1 of 100 cells: \"on request\" in line 2;"
                        + " {type: decimal, locale: de} rejects it");
    }

    @Test
    void bothMeaningsOfTheOtherCellsAreMentioned() throws IOException {
        assertThat(columnOf(100, row -> row == 7 ? "unknown" : "1.%03d".formatted(row)))
                .endsWith(": \"unknown\" in line 9; decimal or {type: int32, locale: de} rejects it");
        assertThat(columnOf(100, row -> row == 7 ? "unknown" : "01/%02d/2024".formatted(row % 12 + 1)))
                .endsWith("{type: date, pattern: MM/dd/yyyy} or {type: date, pattern: dd/MM/yyyy} rejects it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0,115%d     | a decimal except for 1 of %d cells: "word" in line %d; {type: decimal, decimal-comma: true} rejects it
            1%d         | an int32 except for 1 of %d cells: "word" in line %d; int32 rejects it
            2%d.01.2024 | a date except for 1 of %d cells: "word" in line %d; {type: date, pattern: dd.MM.yyyy} rejects it
            1.20%d,50   | a decimal except for 1 of %d cells: "word" in line %d; {type: decimal, locale: de} rejects it
            %d,5 €      | a decimal except for 1 of %d cells: "word" in line %d; {type: decimal, decimal-comma: true, strip: [€]} rejects it
            ja          | a boolean except for 1 of %d cells: "word" in line %d; {type: boolean, true: [ja], false: [nein]} rejects it
            """)
    void hintDoesNotDependOnTheNumberOfRecords(String cell, String hint) throws IOException {
        for (int rows : new int[] {4, 9, 12, 31}) {
            for (int odd : new int[] {0, rows / 2, rows - 1}) {
                String column = columnOf(
                        rows,
                        row -> row == odd
                                ? "word"
                                : cell.equals("ja") && row % 2 == 1 ? "nein" : cell.formatted(row % 9));

                assertThat(column).isEqualTo("string  # " + hint, rows, odd + 2);
            }
        }
    }

    @Test
    void moreThanOneInTenIsNotMentioned() throws IOException {
        assertThat(columnOf(50, row -> row % 8 == 5 ? "none yet" : String.valueOf(row)))
                .isEqualTo("string");
        assertThat(columnOf(199, row -> row % 100 == 50 ? "none yet" : String.valueOf(row)))
                .startsWith("string  # an int32 except for 2 of 199 cells: \"none yet\", line 52 is the first");
        assertThat(columnOf(1099, row -> row % 90 == 50 ? "none yet" : String.valueOf(row)))
                .isEqualTo("string");
    }

    @Test
    void manyDifferentCellsAreNotMentioned() throws IOException {
        assertThat(columnOf(20_200, row -> row % 200 == 199 ? "text " + row : String.valueOf(row)))
                .isEqualTo("string");
        assertThat(columnOf(20_000, row -> row % 200 == 199 ? "text " + row : String.valueOf(row)))
                .startsWith("string  # an int32 except for 100 of 20,000 cells: \"text 199\", line 201 is the first");
    }

    @Test
    void identifiersAreNotMentioned() throws IOException {
        assertThat(columnOf(500, row -> row == 15 ? "unknown" : "%05d".formatted(row)))
                .isEqualTo("string");
    }

    /** Returns what the job file has for a column of these cells. */
    private String columnOf(int rows, IntFunction<String> cell) throws IOException {
        Files.writeString(
                folder.resolve("in.csv"),
                IntStream.range(0, rows)
                        .mapToObj(row -> "key" + row + ";" + cell.apply(row) + "\n")
                        .collect(Collectors.joining("", "k;v\n", "")));
        Inferred inferred = Inferred.of(folder, "in.csv");
        assertThat(inferred.rejects()).isEmpty();
        return inferred.text()
                .lines()
                .filter(line -> line.startsWith("  v: "))
                .map(line -> line.substring("  v: ".length()))
                .findFirst()
                .orElseThrow();
    }
}
