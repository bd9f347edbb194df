package dev.mongohaul.csv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import dev.mongohaul.TestSize;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.Trim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of any input. FastCSV is the reference for well-formed input. */
class CsvPropertyTests {

    private static final int WHOLE = 1 << 20;

    @TempDir
    private Path folder;

    static LongStream seeds() {
        return TestSize.seeds("csv", 3_000, LongStream.range(0, 200).toArray());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void wellFormedInputReadsAsFastCsvReadsIt(long seed) throws IOException {
        RandomCsv random = new RandomCsv(seed);
        String csv = random.wellFormed();

        List<CsvItem> items = Reading.all(csv.getBytes(UTF_8), CsvDialect.RFC_4180, random.blockBytes());

        assertThat(Reading.cells(items)).as("seed %d", seed).isEqualTo(fastCsv(csv));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void blockBoundariesHaveNoEffect(long seed) throws IOException {
        RandomCsv random = new RandomCsv(seed);
        byte[] csv = random.soup().getBytes(UTF_8);
        CsvDialect dialect = dialect(seed, 30);

        List<String> whole = Reading.describe(Reading.all(csv, dialect, WHOLE));

        for (int blockBytes = 1; blockBytes < 40; blockBytes += 1 + (int) (seed % 3)) {
            assertThat(Reading.describe(Reading.all(csv, dialect, blockBytes)))
                    .as("seed %d, blocks of %d bytes", seed, blockBytes)
                    .isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,", "1,'", "1,'\n", "1,'x',\n'", "1,'x'\n,'"})
    void lastRecordAboutAsLongAsTheLimitIsReadTheSameInAnyBlocks(String beginning) throws IOException {
        CsvDialect dialect = dialect(1, 30);
        for (int length = 27; length < 36; length++) {
            for (String end : List.of("x", "'")) {
                String record = beginning.replace('\'', '"')
                        + "x".repeat(length - beginning.length() - 1)
                        + end.replace('\'', '"');
                byte[] csv = ("a,b\n" + record).getBytes(UTF_8);
                List<String> whole = Reading.describe(Reading.all(csv, dialect, WHOLE));

                for (int blockBytes = 1; blockBytes < 40; blockBytes++) {
                    assertThat(Reading.describe(Reading.all(csv, dialect, blockBytes)))
                            .as("%d bytes, blocks of %d bytes", length, blockBytes)
                            .isEqualTo(whole);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"UTF-8", "ISO-8859-7", "UTF-16LE", "Shift_JIS"})
    void escapedCellsReadAsTheyWere(String charset) throws IOException {
        CsvDialect dialect =
                new Dialects(charset, null, null, '\\', null, null, null, null, null, null, null).toDialect();
        for (int seed = 0; seed < 100; seed++) {
            RandomCsv random = new RandomCsv(seed);
            List<List<String>> cells = random.cells();
            String csv = random.escaped(cells);

            List<CsvItem> items = Reading.all(csv.getBytes(charset), dialect, random.blockBytes());

            assertThat(Reading.cells(items)).as("seed %d, %s", seed, charset).isEqualTo(cells);
        }
    }

    private static CsvDialect dialect(long seed, int maxRecordBytes) {
        Character escape = seed % 3 == 0 ? '\\' : null;
        Trim trim = List.of(Trim.values()).get((int) (seed / 3) % 3);
        return new Dialects(null, null, null, escape, null, null, null, null, null, trim, maxRecordBytes).toDialect();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void locationsNameTheRecordsOwnBytes(long seed) throws IOException {
        RandomCsv random = new RandomCsv(seed);
        byte[] csv = (seed % 2 == 0 ? random.soup() : random.wellFormed()).getBytes(UTF_8);

        for (CsvItem item : Reading.all(csv, dialect(seed, 1000), random.blockBytes())) {
            RecordLocation location = item.location();
            int from = (int) location.offset();
            assertThat(item.toByteArray())
                    .as("seed %d, %s", seed, location)
                    .isEqualTo(Arrays.copyOfRange(csv, from, from + (int) location.length()));
            assertThat(lineOf(csv, from))
                    .as("seed %d, line of %s", seed, location)
                    .isEqualTo(location.line());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void readingFromAnyRecordsEndGivesTheRest(long seed) throws IOException {
        RandomCsv random = new RandomCsv(seed);
        byte[] csv = (seed % 2 == 0 ? random.soup() : random.wellFormed()).getBytes(UTF_8);
        var inputs = Reading.file(folder, "input.csv", csv);
        int blockBytes = random.blockBytes();
        CsvDialect dialect = dialect(seed, 1000);
        List<CsvItem> all = Reading.all(inputs, dialect, blockBytes);

        for (int read = 0; read < all.size(); read++) {
            RecordLocation last = all.get(read).location();
            ReadRange rest = new ReadRange(last.nextOffset(), inputs.endOffset(), last.nextLine());
            assertThat(Reading.describe(Reading.range(inputs, dialect, rest, blockBytes)))
                    .as("seed %d, from %s", seed, rest)
                    .isEqualTo(Reading.describe(all.subList(read + 1, all.size())));
        }
    }

    private static List<List<String>> fastCsv(String csv) throws IOException {
        List<List<String>> records = new ArrayList<>();
        try (var reader = CsvReader.builder().ofCsvRecord(csv)) {
            reader.forEach(record -> records.add(record.getFields()));
        }
        return records.subList(1, records.size());
    }

    private static long lineOf(byte[] csv, int offset) {
        long line = 1;
        for (int at = 0; at < offset; at++) {
            if (csv[at] == '\n' || (csv[at] == '\r' && csv[at + 1] != '\n')) {
                line++;
            }
        }
        return line;
    }
}
