package dev.mongohaul.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines at the end of inputs that are no records. */
class LastLinesTests {

    private static final List<String> CHARSETS =
            List.of("UTF-8", "windows-1252", "UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "GB18030");

    @TempDir
    private Path folder;

    static LongStream seeds() {
        return LongStream.range(0, 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void recordsAreThoseOfTheInputWithoutItsLastLines(long seed) throws IOException {
        Random random = new Random(seed);
        String charset = CHARSETS.get(random.nextInt(CHARSETS.size()));
        String lineEnd = List.of("\n", "\r\n", "\r").get(random.nextInt(3));
        String name = random.nextInt(3) == 0 ? "in.csv.gz" : "in.csv";
        String table = "a,b" + lineEnd + table(random, lineEnd);
        int last = 1 + random.nextInt(4);
        String end = IntStream.range(0, last)
                .mapToObj(line -> line == last - 1 ? "Summe,99" : random.nextBoolean() ? "" : "Stand: \"heute")
                .reduce("", (text, line) -> text.isEmpty() && line.isEmpty() ? lineEnd : text + line + lineEnd);
        String cut = random.nextBoolean() ? end : end.substring(0, end.length() - lineEnd.length());
        CsvDialect dialect = Dialects.in(Charset.forName(charset));
        int count = (int) (table + cut).lines().count() - (int) table.lines().count();

        List<CsvItem> expected = Reading.all(file(name, table, charset), dialect, 1 << 16);
        Inputs shorter = shorter(file(name, table + cut, charset), dialect, count);

        assertThat(texts(Reading.all(shorter, dialect, 1 << 16)))
                .as("seed %d, %s", seed, charset)
                .isEqualTo(texts(expected));
        assertRangesHaveTheSame(shorter, dialect, expected, random, seed);
    }

    /** Cuts the inputs at a record, and at a place in the last lines. */
    private static void assertRangesHaveTheSame(
            Inputs inputs, CsvDialect dialect, List<CsvItem> items, Random random, long seed) throws IOException {
        Input input = inputs.list().get(0);
        List<Long> cuts = new ArrayList<>(List.of(0L));
        if (!items.isEmpty()) {
            cuts.add(items.get(random.nextInt(items.size())).location().offset());
        }
        cuts.add(input.recordsEnd());
        cuts.add(inputs.endOffset());
        List<String> found = new ArrayList<>();
        for (int index = 1; index < cuts.size(); index++) {
            ReadRange range = new ReadRange(cuts.get(index - 1), cuts.get(index), 1);
            found.addAll(texts(Reading.range(inputs, dialect, range, 1 << 16)));
        }
        assertThat(found).as("seed %d, cuts %s", seed, cuts).isEqualTo(texts(items));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "a\\n1\\n2\\n      | 1 | 1",
                "a\\n1\\n2        | 1 | 1",
                "a\\n1\\n2\\n\\n   | 1 | 1,2",
                "a\\n1\\n2\\n\\n   | 2 | 1",
                "a\\r1\\r2\\r      | 1 | 1",
                "a\\r\\n1\\r\\n2\\r\\n | 1 | 1",
                "a\\n1\\n2\\n      | 2 | ",
                "a\\n1\\n2\\n      | 9 | ",
                "a\\n1\\n\"2\\n3\"\\n | 1 | 1,2\\n3"
            })
    void linesAreThoseOfTheText(String text, int count, String cells) throws IOException {
        CsvDialect dialect = Dialects.in(StandardCharsets.UTF_8);
        Inputs inputs =
                shorter(file("in.csv", text.replace("\\n", "\n").replace("\\r", "\r"), "UTF-8"), dialect, count);

        assertThat(String.join(",", texts(Reading.all(inputs, dialect, 64))))
                .isEqualTo(cells == null ? "" : cells.replace("\\n", "\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "in.csv, 200000, 150000",
        "in.csv, 200000, 1",
        "in.csv, 20001, 2",
        "in.csv.gz, 20003, 1",
        "in.csv.gz, 200000, 3",
        "in.csv.gz, 50007, 50006"
    })
    void lastLinesOfALongInputAreFound(String name, int lines, int last) throws IOException {
        StringBuilder text = new StringBuilder("n\n");
        IntStream.range(0, lines - 1).forEach(n -> text.append(n).append('\n'));
        CsvDialect dialect = Dialects.in(StandardCharsets.UTF_8);

        Inputs inputs = shorter(file(name, text.append('\n').toString(), "UTF-8"), dialect, last);

        List<String> cells = texts(Reading.all(inputs, dialect, 1 << 16));
        assertThat(cells).hasSize(lines - last);
        assertThat(cells.get(cells.size() - 1)).isEqualTo(String.valueOf(lines - last - 1));
    }

    private static String table(Random random, String lineEnd) {
        StringBuilder table = new StringBuilder();
        int records = random.nextInt(30);
        for (int record = 0; record < records; record++) {
            table.append("é€".substring(0, random.nextInt(3)))
                    .append(record)
                    .append(',')
                    .append(random.nextInt(5) == 0 ? "\"x" + lineEnd + "y\"" : "z")
                    .append(lineEnd);
        }
        return table.toString();
    }

    private Inputs file(String name, String text, String charset) throws IOException {
        byte[] bytes = text.getBytes(charset);
        if (name.endsWith(".gz")) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
                out.write(bytes);
            }
            bytes = packed.toByteArray();
        }
        Files.write(folder.resolve(name), bytes);
        return InputSources.in(folder).find(List.of(name));
    }

    private static Inputs shorter(Inputs inputs, CsvDialect dialect, int count) throws IOException {
        return inputs.withoutLastLines(
                count,
                InputSurvey.of(inputs, dialect).starts().stream()
                        .map(RecordsStart::charset)
                        .toList());
    }

    private static List<String> texts(List<CsvItem> items) {
        return items.stream().map(item -> ((CsvRecord) item).text(0)).toList();
    }
}
