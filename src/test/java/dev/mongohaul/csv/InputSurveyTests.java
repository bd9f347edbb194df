package dev.mongohaul.csv;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputSurveyTests {

    @TempDir
    private Path folder;

    @Test
    void headerIsKeptByteForByte() throws IOException {
        Header header = survey("\"a,1\",b\r\n1,2\n").header().orElseThrow();

        assertThat(header.names()).containsExactly("a,1", "b");
        assertThat(header.bytes().record()).isEqualTo("\"a,1\",b".getBytes(UTF_8));
        assertThat(header.bytes().lineEnd()).isEqualTo("\r\n".getBytes(UTF_8));
        assertThat(header.bytes().byteOrderMark()).isEmpty();
    }

    @Test
    void headerOfTranscodedInputIsKeptBeforeTranscoding() throws IOException {
        byte[] csv = "\uFEFFä,b\r1,2\r".getBytes(UTF_16LE);

        InputSurvey survey = InputSurvey.of(Reading.input(csv), CsvDialect.RFC_4180);

        HeaderBytes bytes = survey.header().orElseThrow().bytes();
        assertThat(bytes.byteOrderMark()).isEqualTo("\uFEFF".getBytes(UTF_16LE));
        assertThat(bytes.record()).isEqualTo("ä,b".getBytes(UTF_16LE));
        assertThat(bytes.lineEnd()).isEqualTo("\r".getBytes(UTF_16LE));
        assertThat(survey.starts()).containsExactly(new RecordsStart(10, 2, UTF_16LE));
    }

    @Test
    void headerWithoutALineEndGetsALineFeed() throws IOException {
        InputSurvey survey = survey("a,b");

        assertThat(survey.header().orElseThrow().bytes().lineEnd()).isEqualTo("\n".getBytes(UTF_8));
        assertThat(survey.hasRecords()).isFalse();
    }

    @Test
    void givenHeaderHasNoBytesInTheInput() throws IOException {
        InputSurvey survey =
                InputSurvey.of(Reading.input("1,2\n".getBytes(UTF_8)), Dialects.withHeader(List.of("a", "b")));

        assertThat(survey.header().orElseThrow().names()).containsExactly("a", "b");
        assertThat(survey.header().orElseThrow().bytes().record()).isEmpty();
        assertThat(survey.starts()).containsExactly(new RecordsStart(0, 1, UTF_8));
        assertThat(survey.hasRecords()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\r\n", "\uFEFF"})
    void emptyInputHasNeitherHeaderNorRecords(String csv) throws IOException {
        InputSurvey survey = survey(csv);

        assertThat(survey.header()).isEmpty();
        assertThat(survey.hasRecords()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b\n1,2", "a,b\n\n\"", "a,b\n1"})
    void anyRecordCounts(String csv) throws IOException {
        assertThat(survey(csv).hasRecords()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b\nT;0\n", "a,b\n\n\nT;0"})
    void trailerIsNoRecord(String csv) throws IOException {
        Files.writeString(folder.resolve("1.csv"), csv);
        Files.writeString(folder.resolve("2.csv"), "a,b\n\n1,2\nT;1\n");
        Inputs inputs = InputSources.in(folder).find(List.of("*.csv"));
        InputSurvey survey = InputSurvey.of(inputs, CsvDialect.RFC_4180);

        assertThat(survey.endingAs(inputs).filled()).containsExactly(true, true);
        assertThat(survey.endingAs(inputs.withoutLastLines(1, List.of(UTF_8, UTF_8)))
                        .filled())
                .containsExactly(false, true);
    }

    @Test
    void standardInputKeepsItsPlace() throws IOException {
        Inputs inputs = Reading.input("a,b\n1,2\n".getBytes(UTF_8));

        InputSurvey.of(inputs, CsvDialect.RFC_4180);
        InputSurvey.of(inputs, CsvDialect.RFC_4180);

        assertThat(Reading.cells(Reading.all(inputs, CsvDialect.RFC_4180, 3))).containsExactly(List.of("1", "2"));
    }

    @Test
    void giantFirstRecordOfStandardInputIsRefused() throws IOException {
        byte[] csv = ("a,b\n1,\"" + "x".repeat(20_000_000)).getBytes(UTF_8);
        Inputs inputs = Reading.input(csv);

        assertThat(InputSurvey.of(inputs, CsvDialect.RFC_4180).hasRecords()).isTrue();

        List<CsvItem> items = Reading.all(inputs, CsvDialect.RFC_4180, 1 << 18);
        assertThat(items).hasSize(1);
        assertThat(items.get(0).location().length()).isEqualTo(csv.length - 4);
    }

    @Test
    void standardInputWithoutAHeaderInReachIsRefused() {
        CsvDialect dialect = new Dialects(null, null, null, null, null, 1, null, null, null, null, null).toDialect();
        Inputs inputs = Reading.input("x".repeat(20_000_000).getBytes(UTF_8));

        assertThatThrownBy(() -> InputSurvey.of(inputs, dialect))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("standard input: its header ends behind the first 16,777,216 bytes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a,,c            | column 2 has no name
                    a,b,a           | columns 1 and 3 are both called 'a'; names must differ
                    a,x␀y           | the name of column 2 holds a NUL character: 'x\\0y'
                    a,"b            | :1: the header cannot be read: column 2: the cell's quote is never closed: a,"b
                    a,"b"x          | :1: the header cannot be read: column 2: text follows the closing quote
                    """)
    void unusableHeaderIsRefusedWithTheColumn(String header, String message) {
        assertThatThrownBy(() -> survey(header.replace('␀', '\0') + "\n1,2\n"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("standard input:")
                .hasMessageContaining(message);
    }

    @Test
    void headerThatIsNotInTheCharsetIsRefused() {
        byte[] csv = {'a', ',', (byte) 0xE9, '\n'};

        assertThatThrownBy(() -> InputSurvey.of(Reading.input(csv), CsvDialect.RFC_4180))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("column 2: byte 0xE9 is not valid UTF-8 here; is the file in another charset?");
    }

    @Test
    void namesHaveAtMost1000Bytes() throws IOException {
        assertThat(survey("é".repeat(500) + ",b\n").header()).isPresent();
        assertThatThrownBy(() -> survey("a," + "é".repeat(500) + "e\n"))
                .hasMessageContaining("the name of column 2 is 1,001 bytes long, at most 1,000 are allowed");
    }

    @Test
    void atMost10000ColumnsAreAllowed() throws IOException {
        assertThat(survey(columns(10_000)).header().orElseThrow().size()).isEqualTo(10_000);
        assertThatThrownBy(() -> survey(columns(10_001)))
                .hasMessageContaining("the header has 10,001 columns; at most 10,000 are allowed");
    }

    @Test
    void headersOfAllFilesMustBeTheSame() throws IOException {
        Files.writeString(folder.resolve("1.csv"), "a,b\n1,2\n");
        Files.writeString(folder.resolve("2.csv"), "\uFEFF\"a\";b\n".replace(';', ','));
        assertThat(surveyFiles().header().orElseThrow().names()).containsExactly("a", "b");

        Files.writeString(folder.resolve("3.csv"), "a,c\n");
        assertThatThrownBy(this::surveyFiles)
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "3.csv: column 2 is 'c', but 'b' in 1.csv; all files of an import need the same header. Import files with other columns by a command of their own");

        Files.writeString(folder.resolve("3.csv"), "a\n");
        assertThatThrownBy(this::surveyFiles).hasMessageContaining("3.csv: column 2 is none, but 'b'");
    }

    @Test
    void startsAreAfterEachHeader() throws IOException {
        Files.writeString(folder.resolve("1.csv"), "a,b\n1,2\n");
        Files.writeString(folder.resolve("2.csv"), "");
        Files.writeString(folder.resolve("3.csv"), "\uFEFFa,\"b\"\r\n");

        assertThat(surveyFiles().starts())
                .containsExactly(
                        new RecordsStart(4, 2, UTF_8), new RecordsStart(8, 1, UTF_8), new RecordsStart(18, 2, UTF_8));
    }

    private InputSurvey surveyFiles() throws IOException {
        Inputs inputs = InputSources.in(folder).find(List.of("*.csv"));
        return InputSurvey.of(inputs, CsvDialect.RFC_4180);
    }

    private static InputSurvey survey(String csv) throws IOException {
        return InputSurvey.of(Reading.input(csv.getBytes(UTF_8)), CsvDialect.RFC_4180);
    }

    private static String columns(int count) {
        return IntStream.range(0, count).mapToObj(column -> "c" + column).collect(Collectors.joining(","));
    }
}
