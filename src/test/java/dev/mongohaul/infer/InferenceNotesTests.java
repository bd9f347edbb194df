package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.reject.RejectLimit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sentences that {@code import FILE} and {@code infer -o} print about what was guessed, and files that are refused. */
class InferenceNotesTests {

    private static final String FIXED = """
            number  name            city        amount
            000001  Smith           London          12
            000002  Miller, J.      New York       100
            000003  Li              Rome             7
            """;

    @TempDir
    private Path folder;

    static Stream<Arguments> notes() {
        return Stream.of(
                Arguments.of(
                        "id,zip,day\n1,01234,02/04/2024\n2,4109,03/05/2024\n",
                        List.of(
                                "fields.zip is string: looks like int32, but stays text because of leading zeros in 1 cell, \"01234\" in line 2.",
                                "fields.day is string: day or month first? {type: date, pattern: MM/dd/yyyy} or {type: date, pattern: dd/MM/yyyy}.")),
                Arguments.of(
                        "id;day;at\n1;01.02.2025;03/04/2025 10:00\n2;2025-02-13;2025-02-01 11:00\n",
                        List.of(
                                "fields.day is string: perhaps dates of two forms: {type: date, pattern: \"[dd.MM.]yyyy[-MM-dd]\"}.",
                                "fields.at is string: perhaps dates of two forms: {type: date, pattern: \"[MM/dd/]yyyy[-MM-dd] HH:mm\"} or"
                                        + " {type: date, pattern: \"[dd/MM/]yyyy[-MM-dd] HH:mm\"}.")),
                Arguments.of("id;weight\n1;30 [kg]\n2;40 [kg]\n", List.of()),
                Arguments.of(
                        "# by x\nid,name\n1,Ann\n# checked\n2,Ben\n",
                        List.of(
                                "2 lines are comments and not imported: # by x. The option comment decides about them.")),
                Arguments.of(
                        "# by x, today\nid,name\n1,Ann\n2,Ben\n",
                        List.of(
                                "The first line is not imported (skip-lines): 1 line begins like a comment: # by x, today.")),
                Arguments.of(
                        "tag,city\nred,Ulm\n# blue,Rome\ngreen,Bonn\n",
                        List.of("1 record begins like a comment, and is imported. Line 3: # blue Rome")),
                Arguments.of(
                        "Smith;pending;London\nMiller;12;Paris\nLi;7;Rome\n",
                        List.of(
                                "Names of columns: a guess: the first record may also be data, since few of its cells are usual names"
                                        + " of columns. They are Smith, pending, London. The option header decides.")),
                Arguments.of(
                        "name;a;n\nAnn;x;5\nBen;y;6\nTotal;;11\n",
                        List.of("The last line is not imported (skip-last-lines): Total  11.")),
                Arguments.of(
                        "no;a;n\nRE-2026-1;x;5\nRE-2026-2;y;6\nRE-2026-3;x;5\nRE-2026-4;y;6\nRE-2026-5;z;7\nTotal;;29\n",
                        List.of("The last line is not imported (skip-last-lines): Total  29.")),
                Arguments.of(
                        "name;a;n\nAnn;x;5\nBen;y;6\nTotal;;77\n",
                        List.of(
                                "Line 4 looks like a total or a footer, and is imported like other records: Total  77",
                                "To leave out the last line: --skip-last-lines=1.")),
                Arguments.of(
                        "nr;name;n\n1;A;5\n2;B;6\n3;C;7\nTotal;;18\n;;\nAll data without warranty;;\n",
                        List.of("The last 3 lines are not imported (skip-last-lines): Total  18.")),
                Arguments.of(
                        "name;a;n\nAnn;x;5\nBen;y;6\n;;\nAll data without warranty;;\n",
                        List.of("The last 2 lines are not imported (skip-last-lines): All data without warranty.")),
                Arguments.of(
                        "nr;name;n\n1;A;5\n2;B;6\n3;C;7\nTotal;;19\n;;\nAll data without warranty;;\n",
                        List.of(
                                "Line 7 looks like a total or a footer, and is rejected: All data without warranty",
                                "To leave out the last 3 lines: --skip-last-lines=3.")),
                Arguments.of(
                        "id,name,n\n1,A,5\n2,B,6\nSubtotal,,11\nTax,,2\nTotal,,13\n",
                        List.of("2 records look like a total, and are imported. Line 4 is the first: Subtotal  11")),
                Arguments.of(
                        "id,text\n1,\"never closed\n2,b\n3,c\n",
                        List.of("Quotes are text, since some do not enclose a cell. The option quote decides.")),
                Arguments.of(
                        "// a, b\n// c, d\nname,city\nAnn,Ulm\nBo,Rom\n",
                        List.of(
                                "The first 2 lines are not imported (skip-lines): 2 lines begin like comments: // a, b.")),
                Arguments.of(
                        "id;n;a\n1;5;x\n2;6;y\nIn all;11;\n",
                        List.of("Line 4 looks like a total or a footer, and is rejected: In all 11")),
                Arguments.of(
                        "AB123\nCD456\nEF789\nGH012\n".replace("\n", "0\n"),
                        List.of(
                                "Each line is one cell. All lines are equally long: if they are columns of fixed width, convert the file"
                                        + " to CSV. The option delimiter decides.")));
    }

    @ParameterizedTest
    @MethodSource("notes")
    void guessesAreNamed(String input, List<String> notes) throws IOException {
        assertThat(inferred(input).notes()).containsAll(notes);
    }

    @Test
    void linesThatTheUserLeavesOutAreNoPartOfTheSample() throws IOException {
        Files.writeString(folder.resolve("in.csv"), "nr;name;n\n1;A;5\n2;B;6\n\n# by x;y;z\nSum of all;;11\n");
        Hints hints = new Hints(Map.of("source.skip-last-lines", 3), true, false, null, null);

        Guess guess = new JobInference(folder, InputRules.ANY).infer(List.of("in.csv"), hints);

        assertThat(guess.text()).contains("Inferred from all 2 records", "nr: int32", "skip-last-lines: 3\n");
        assertThat(guess.notes()).noneMatch(note -> note.contains("total") || note.contains("comment"));
    }

    @ParameterizedTest
    @MethodSource("closeChoices")
    void importNamesCellsAndOption(String column, String first, String others, String sentence) throws IOException {
        Files.writeString(
                folder.resolve("in.csv"),
                IntStream.range(0, 200)
                        .mapToObj(row -> "k" + row + ";" + (row == 40 ? first : others.formatted(row % 12 + 1)) + "\n")
                        .collect(Collectors.joining("", "key;" + column + "\n", "")));

        Guess job = new JobInference(folder, InputRules.ANY)
                .infer(List.of("in.csv"), new Hints(Map.of(), false, false, null, null));

        assertThat(job.columns()).containsEntry(column, sentence);
        assertThat(job.notes()).contains(sentence);
    }

    static Stream<Arguments> closeChoices() {
        return Stream.of(
                Arguments.of(
                        "qty",
                        "many",
                        "%d",
                        "qty: text, because of 1 of 200 cells, \"many\" in line 42; --type qty=int32 rejects it."),
                Arguments.of(
                        "paid on",
                        "soon",
                        "2026-01-%02d",
                        "paid on: text, because of 1 of 200 cells, \"soon\" in line 42; --type 'paid on={type: date, pattern:"
                                + " yyyy-MM-dd}' rejects it."),
                Arguments.of(
                        "zip",
                        "01234",
                        "4%d",
                        "fields.zip is string: looks like int32, but stays text because of leading zeros in 1 cell, \"01234\" in"
                                + " line 42; to change it: --type zip=int32."),
                Arguments.of(
                        "day",
                        "13/01/2026",
                        "%02d/05/2026",
                        "fields.day is {type: date, pattern: dd/MM/yyyy}: only 1 cell decides against --type 'day={type: date,"
                                + " pattern: MM/dd/yyyy}': \"13/01/2026\" in line 42."),
                Arguments.of(
                        "day",
                        "01/01/2026",
                        "%02d/05/2026",
                        "fields.day is string: day or month first? --type 'day={type: date, pattern: MM/dd/yyyy}' or --type"
                                + " 'day={type: date, pattern: dd/MM/yyyy}'."));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            name\\nAnn\\nBen\\n                  ! would become one column, since no delimiter separates cells
            a~b~c\\n1~2~3\\n4~5~6\\n           ! . Every line has the character '~' equally often
            AB1230\\nCD4560\\nEF7890\\n        ! . All lines are equally long: if they are columns of fixed width
            last, first|age\\nA, B|1\\nC, D|2\\n ! can be divided into 2 columns by '|' and by ','
            a,b,c\\n1,2\\n3\\n4,5,6,7\\n5,6,7,8,9\\n1,2\\n7,8,9\\n ! has no clear columns: with the delimiter ','
            """)
    void divisionThatIsAGuessIsDoubted(String input, String doubt) throws IOException {
        assertThat(inferred(input.replace("\\n", "\n")).doubt())
                .startsWith("in.csv ")
                .contains(doubt);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id;price\n1;1,50\n2;2,75\n3;4,10\n",
                "1;1,50\n2;2,75\n3;4,10\n",
                "id,name\n1,Ann\n",
                "sep=;\nname\nAnn\n",
                "id|time|text\n1|10:30|a, b; c\n2|11:45|d\n"
            })
    void clearDivisionIsNotDoubted(String input) throws IOException {
        assertThat(inferred(input).doubt()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"0, string", "1, int32", "1%, int32", "unlimited, int32"})
    void strictTypesNeedALimitThatAllowsTheRejects(String limit, String type) throws IOException {
        Files.writeString(
                folder.resolve("in.csv"),
                IntStream.range(0, 200)
                        .mapToObj(row -> "k" + row + ";" + (row == 40 ? "many" : row * 7) + "\n")
                        .collect(Collectors.joining("", "key;qty\n", "")));

        Guess job = new JobInference(folder, InputRules.ANY)
                .infer(
                        List.of("in.csv"),
                        new Hints(Map.of("rejects.limit", limit), false, false, allowing(limit), null));

        assertThat(job.text()).contains("  qty: " + type + "  # ");
        assertThat(new Inferred(folder, job.text()).rejects()).hasSize(type.equals("string") ? 0 : 1);
        assertThat(job.notes())
                .contains(
                        type.equals("string")
                                ? "Columns stay text although few cells have another type, since rejects.limit does not allow 1"
                                        + " reject. --rejects.limit=1 does."
                                : "fields.qty is int32: 1 of 200 cells, \"many\" in line 42 is rejected; to change it: --type"
                                        + " qty=string.");
    }

    @ParameterizedTest
    @CsvSource({"BEGINNING, int32", "WHOLE, string"})
    void lastRecordOfABeginningMayBeCut(HintCopy copy, String type) throws IOException {
        Files.writeString(folder.resolve("in.csv"), "key,qty\na,1\nb,2\nc,3\nd,4\ne,1x");

        Guess job = new JobInference(folder, InputRules.ANY)
                .infer(List.of("in.csv"), new Hints(Map.of(), false, false, null, copy));

        assertThat(job.text()).contains("  qty: " + type);
    }

    private static BiPredicate<Long, Long> allowing(String limit) {
        return (rejects, records) -> !RejectLimit.parse(limit).exceededBy(rejects, records, true);
    }

    @ParameterizedTest
    @CsvSource({"20, 3000, true", "21, 3000, false", "2, 150, false", "1, 150, true"})
    void strictTypesRejectAtMostOnePercentAndTwenty(int others, int rows, boolean typed) throws IOException {
        Files.writeString(
                folder.resolve("in.csv"),
                IntStream.range(0, rows)
                        .mapToObj(row -> "k" + row + ";"
                                + (row % (rows / others) == rows / others - 1 ? "none " + row : row * 7) + "\n")
                        .collect(Collectors.joining("", "key;qty\n", "")));

        Guess job = new JobInference(folder, InputRules.ANY)
                .infer(List.of("in.csv"), new Hints(Map.of(), false, false, allowing("unlimited"), null));

        assertThat(job.text().contains("  qty: int32")).isEqualTo(typed);
    }

    @Test
    void certainFileHasNoNotesButTheId() throws IOException {
        assertThat(inferred("id,name,price\n1,Ann,1.5\n2,Ben,2.25\n").notes())
                .containsExactly(
                        "The _id is made of [id]: unique in all 2 records; also: name. --id names other columns.");
    }

    @Test
    void hugeCellDoesNotMakeQuotesText() throws IOException {
        String huge = "some words; more\nand, so on\n".repeat(600_000);
        for (String other : List.of("Ann", "\"Ann, B\"")) {
            String text = inferred("id,remark\n1,\"" + huge + "\"\n2," + other + "\n3,x\n")
                    .text();

            assertThat(text)
                    .contains(
                            "quote: '\"'",
                            "# 1 record is rejected. Line 2: the record is longer than the 16,777,216 bytes")
                    .doesNotContain("fewer cells");
        }
    }

    @Test
    void hugeCellInApostrophesIsOneCell() throws IOException {
        String huge = "line; x\n".repeat(100_000);

        inferred("id;text\n'1';'" + huge + "'\n'2';'b'\n");

        assertThat(Inferred.of(folder, "in.csv").documents()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("fixedWidths")
    void tableOfFixedWidthIsRefused(String input) {
        assertThatThrownBy(() -> inferred(input))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("in.csv looks like a table of fixed width: blanks line up its columns");
    }

    static Stream<String> fixedWidths() {
        return Stream.of(
                FIXED,
                FIXED.substring(FIXED.indexOf('\n') + 1),
                FIXED.replaceAll("(?m) +$", "").replace("London          12", "London"),
                FIXED.replaceFirst("\n", "\n------  ----            ----        ------\n"));
    }

    /** Titles that are padded with delimiters, and headers of two lines below them. */
    @ParameterizedTest
    @CsvSource({
        "'List;;;|Group;;Sum;|No;Day;EUR;Name', 3, 2",
        "'List;;;|As of: 1.4.2026;;;|;;;|Group;;Sum;|;;;|No;Day;EUR;Name', 6, 5",
        "'List;;;|As of:;01.04.2026;;|Group;;Sum;|No;Day;Sum;Name|;;EUR;', 4, 3",
        "'2025;;;|Group;;Sum;|No;Day;EUR;Name', 3, 2"
    })
    void titlesAboveNamesAreRefusedWithTheLinesToSkip(String above, int line, int skipped) {
        String input = above.replace('|', '\n') + "\n1;01.03.2026;1,5;A\n2;02.03.2026;2,5;B\n3;13.03.2026;3,5;C\n";

        assertThatThrownBy(() -> inferred(input))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("line %d seems to name the columns (No, Day, ", line)
                .hasMessageContaining("Add --skip-lines=%d ", skipped);
    }

    @ParameterizedTest
    @ValueSource(strings = {"_id;day;v;name", "_;day;v;name"})
    void unusualNamesAboveUnitsAreNoTitles(String header) throws IOException {
        assertThat(inferred(header
                                + "\nint;date;EUR;text\n1;01.03.2026;1,5;A\n2;02.03.2026;2,5;B\n3;13.03.2026;3,5;C\n")
                        .text())
                .contains("below: 1");
    }

    @Test
    void headerOfTwoLinesNamesTheLinesToSkip() throws IOException {
        assertThat(inferred(
                                "Group;;Sum;Who\nNo;Day;EUR;Name\n1;01.03.2026;1,5;A\n2;13.03.2026;2,5;B\n3;14.03.2026;2,5;C\n")
                        .text())
                .contains("; --skip-lines=1 takes the names from line 2\n");
    }

    @Test
    void blanksBesideDelimitersAreNoFixedWidth() throws IOException {
        assertThat(inferred("id,  name,   city\n1,   Ann,    Ulm\n20,  Bob,    Rome\n")
                        .text())
                .contains("delimiter: \",\"");
    }

    @Test
    void recordsAboveOthersAreKept() throws IOException {
        inferred("#1 Ann,5\n#2 Bob,6\n#3 Cec,7\nname,8\n");

        assertThat(Inferred.of(folder, "in.csv").documents()).hasSize(4);
    }

    @Test
    void namedDelimiterMakesLinesCells() throws IOException {
        Files.writeString(folder.resolve("in.csv"), FIXED);

        Guess job = new JobInference(folder, InputRules.ANY)
                .infer(List.of("in.csv"), new Hints(Map.of("source.delimiter", "|"), true, false, null, null));

        assertThat(job.text()).contains("delimiter: \"|\"");
    }

    @ParameterizedTest
    @MethodSource("escapes")
    void escapedCharactersAreRead(byte[] input, String shown) throws IOException {
        Files.write(folder.resolve("in.csv"), input);

        assertThat(Inferred.of(folder, "in.csv").documents().toString()).contains(shown);
    }

    static Stream<Arguments> escapes() throws IOException {
        // As iconv writes it: the set of characters is named once.
        byte[] korean = "\u001b$)Cid,name\n1,\u000e<-?oF/:0=C\u000f\n2,\u000e:N;j1$?*=C\u000f\n"
                .getBytes(StandardCharsets.US_ASCII);
        return Stream.of(
                Arguments.of("id,name\n1,東京都\n2,大阪市\n".getBytes("ISO-2022-JP"), "name=大阪市"),
                Arguments.of(korean, "name=부산광역시"),
                Arguments.of(
                        "id,name\n1,a ~{b\n2,+4930-1234567\n3,C++-x\n".getBytes(StandardCharsets.US_ASCII),
                        "name=+4930-1234567"));
    }

    private Guess inferred(String input) throws IOException {
        Files.writeString(folder.resolve("in.csv"), input);
        return new JobInference(folder, InputRules.ANY).infer(List.of("in.csv"), Inferred.NO_HINTS);
    }
}
