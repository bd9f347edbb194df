package dev.mongohaul.csv;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.batch.infrastructure.item.ExecutionContext;

class CsvItemReaderTests {

    private static final Header HEADER =
            Header.of("test", List.of("a", "b"), new HeaderBytes(new byte[0], new byte[0], new byte[0]));

    @TempDir
    private Path folder;

    private Inputs inputs;

    @BeforeEach
    void createFiles() throws IOException {
        Files.writeString(folder.resolve("1.csv"), "a,b\n1,2\n\n3,4\n");
        Files.writeString(folder.resolve("2.csv"), "");
        Files.writeString(folder.resolve("3.csv"), "\uFEFFa,b\r\n5,6\r\n7,8");
        Files.write(folder.resolve("4.csv.gz"), ArchiveTests.pack("4.csv.gz", "a,b\n9,10\n"));
        Files.writeString(folder.resolve("5.csv"), "a,b\n11,12\n");
        inputs = InputSources.in(folder).find(List.of("*.csv*"));
    }

    @Test
    void filesAreReadOneAfterAnotherWithoutTheirHeaders() throws IOException {
        List<CsvItem> items = Reading.all(inputs, CsvDialect.RFC_4180, 5);

        assertThat(Reading.cells(items))
                .extracting(List::toString)
                .containsExactly("[1, 2]", "[3, 4]", "[5, 6]", "[7, 8]", "[9, 10]", "[11, 12]");
        assertThat(items).extracting(item -> item.location().input()).containsExactly(0, 0, 2, 2, 3, 4);
        assertThat(items).extracting(item -> item.location().line()).containsExactly(2L, 4L, 2L, 3L, 2L, 2L);
        assertThat(items).extracting(item -> item.location().offset()).startsWith(4L, 9L, 21L, 26L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            closed far behind            | 1,'2␤3,4␤5,6'␤             | 1
            with cells behind it         | 1,'2␤3,4␤5,6',7,'8␤9'␤     | 1
            doubled quotes inside        | 1,'2␤'',''4␤5,6'␤          | 1
            several of them in a record  | '0␤0␤0␤0␤0','2␤3,4␤5,6'␤   | 1
            CRLF and CR                  | 1,'2␍␤3,4␍5,6'␍␤           | 1
            text behind a later quote    | 1,'2␤3,4␤5,6','7'8␤         | 1
            and a break in that cell     | 1,'2␤3,4␤5,6','7␤9'8␤       | 2
            never closed                 | 1,'2␤3,4␤5,6               | 3
            text behind the quote        | 1,'2␤3,4␤5,6'x             | 3
            later cell never closed      | 1,'2␤3,4␤5,6',7,'8␤10,11␤  | 2
            """)
    void giantQuotedCellIsOneReject(String rule, String csv, int records) throws IOException {
        String text = "a,b\n0,0\n" + csv.replace('␤', '\n').replace('␍', '\r').replace('\'', '"');
        Files.writeString(folder.resolve("giant.csv"), text.endsWith("\n") ? text + "7,8" : text);
        Files.write(folder.resolve("giant.csv.gz"), ArchiveTests.pack("giant.csv.gz", text));
        Files.write(folder.resolve("giant-16.csv"), ("\uFEFF" + text).getBytes(UTF_16LE));
        CsvDialect dialect = Dialects.withMaxRecordBytes(9);

        for (String file : List.of("giant.csv", "giant.csv.gz", "giant-16.csv")) {
            Inputs giant = InputSources.in(folder).find(List.of(file));
            List<CsvItem> all = Reading.all(giant, dialect, 1 << 10);
            int expected = 1 + records + (text.endsWith("\n") && file.equals("giant.csv") ? 1 : 0);

            assertThat(all).as(rule).hasSize(expected);
            assertThat(all.get(1))
                    .isInstanceOfSatisfying(
                            MalformedRecord.class,
                            record -> assertThat(record.reason()).contains("9 bytes that a record may have"));
            for (int blockBytes = 1; blockBytes < 12; blockBytes++) {
                assertThat(Reading.describe(Reading.all(giant, dialect, blockBytes)))
                        .as("%s, blocks of %d bytes", rule, blockBytes)
                        .isEqualTo(Reading.describe(all));
            }
        }
    }

    @Test
    void giantQuotedCellIsReadInConstantMemory() throws IOException {
        Files.writeString(folder.resolve("giant.csv"), "a,b\n1,\"" + "line,2\n".repeat(500_000) + "\"\n3,4\n");
        Inputs giant = InputSources.in(folder).find(List.of("giant.csv"));

        try (RecordReader reader = new InputOpener(Dialects.withMaxRecordBytes(100_000), 4 << 10)
                .at(giant.list().get(0), 0, 1, true)) {
            reader.expectCells(2);
            CsvItem item = Objects.requireNonNull(reader.next(Long.MAX_VALUE));

            assertThat(item.location()).isEqualTo(new RecordLocation(0, 2, 4, 3_500_004, 3_500_009, 500_003));
            assertThat(item.toByteArray()).hasSize(RecordReader.MOST_KEPT_BYTES);
            assertThat(reader.blocks().bytes().length).isLessThan(300_000);
            assertThat(Reading.cells(Objects.requireNonNull(reader.next(Long.MAX_VALUE))))
                    .containsExactly("3", "4");
        }
    }

    @Test
    void rangesCutAtAnyRecordAreDisjointAndComplete() throws IOException {
        List<CsvItem> all = Reading.all(inputs, CsvDialect.RFC_4180, 5);

        for (CsvItem cut : all) {
            long at = cut.location().offset();
            List<CsvItem> parts = new ArrayList<>(range(new ReadRange(0, at, 1)));
            int before = parts.size();
            parts.addAll(
                    range(new ReadRange(at, inputs.endOffset(), cut.location().line())));

            assertThat(Reading.describe(parts)).as("cut at %d", at).isEqualTo(Reading.describe(all));
            assertThat(before).isEqualTo(all.indexOf(cut));
        }
    }

    @Test
    void rangeContinuesInTheNextInput() throws IOException {
        List<CsvItem> all = Reading.all(inputs, CsvDialect.RFC_4180, 5);

        for (int read = 0; read < all.size(); read++) {
            RecordLocation last = all.get(read).location();
            List<CsvItem> rest = range(new ReadRange(last.nextOffset(), inputs.endOffset(), last.nextLine()));

            assertThat(Reading.describe(rest)).isEqualTo(Reading.describe(all.subList(read + 1, all.size())));
        }
    }

    @Test
    void rangeIncludesItsStartAndExcludesItsEnd() throws IOException {
        assertThat(Reading.cells(range(new ReadRange(4, 9, 2)))).containsExactly(List.of("1", "2"));
        assertThat(Reading.cells(range(new ReadRange(4, 13, 2)))).hasSize(2);
        assertThat(range(new ReadRange(0, 4, 1))).isEmpty();
        assertThat(range(new ReadRange(9, 9, 4))).isEmpty();
        assertThat(range(new ReadRange(inputs.endOffset(), inputs.endOffset(), 1)))
                .isEmpty();
    }

    @Test
    void readerPausesAfterTheBytesOfAChunk() throws IOException {
        CsvItemReader reader = reader(4);
        reader.open(new ExecutionContext());

        assertThat(Reading.drain(reader)).hasSize(2);
        assertThat(reader.pausedAtByteLimit()).isTrue();
        assertThat(reader.read()).isNull();

        reader.resume();

        assertThat(reader.pausedAtByteLimit()).isFalse();
        assertThat(Reading.cells(Reading.drain(reader))).containsExactly(List.of("5", "6"), List.of("7", "8"));
        reader.close();
    }

    @Test
    void bytesOfEarlierChunksDoNotCount() throws IOException {
        CsvItemReader reader = reader(4);
        reader.open(new ExecutionContext());

        for (int chunk = 0; chunk < 6; chunk++) {
            assertThat(reader.read()).as("chunk %d", chunk).isNotNull();
            reader.update(new ExecutionContext());
        }

        assertThat(reader.read()).isNull();
        assertThat(reader.pausedAtByteLimit()).isFalse();
        reader.close();
    }

    @Test
    void readerAtItsEndIsNotPaused() throws IOException {
        CsvItemReader reader = reader(1000);
        reader.open(new ExecutionContext());

        assertThat(Reading.drain(reader)).hasSize(6);
        assertThat(reader.read()).isNull();
        assertThat(reader.pausedAtByteLimit()).isFalse();
        reader.close();
    }

    @Test
    void reopeningStartsAtTheBeginning() throws IOException {
        CsvItemReader reader = reader(1000);
        reader.open(new ExecutionContext());
        String first = Reading.describe(reader.read());
        reader.open(new ExecutionContext());
        assertThat(Reading.describe(reader.read())).isNotEqualTo(first);

        reader.close();
        reader.open(new ExecutionContext());

        assertThat(Reading.describe(reader.read())).isEqualTo(first);
        reader.close();
    }

    @Test
    void closedReaderReadsNothing() {
        CsvItemReader reader = reader(1000);

        assertThatThrownBy(reader::read).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void fileThatEndsBeforeTheRangeBeginsIsRefused() throws IOException {
        Inputs cut = InputSources.in(folder).find(List.of("4.csv.gz"));
        CsvItemReader reader =
                new CsvItemReader(cut, CsvDialect.RFC_4180, HEADER, new ReadRange(100, cut.endOffset(), 9), 1000);
        reader.open(new ExecutionContext());

        assertThatThrownBy(reader::read)
                .isInstanceOf(IOException.class)
                .hasMessage("4.csv.gz: ends before byte 100, where reading was to go on; the file has changed");
    }

    @Test
    void recordThatEndsAfterItsRangeIsRefused() {
        assertThatThrownBy(() -> range(new ReadRange(4, 10, 2)))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "1.csv: the record at byte 9 (line 4) ends at byte 13, but another one was found to begin at byte 10; "
                                + "either the file has changed since, or this is a fault of the program; nothing of the record was loaded");
    }

    @Test
    void malformedRecordThatEndsAfterItsRangeIsRefused() throws IOException {
        Inputs malformed = Reading.file(folder, "6.csv", "a,b\n1,\"\n2,3\n".getBytes(UTF_8));

        assertThatThrownBy(() -> Reading.range(malformed, CsvDialect.RFC_4180, new ReadRange(0, 7, 1), 5))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("6.csv: the record at byte 4 (line 2) ends at byte 8");
    }

    @Test
    void sampleMayEndInsideARecord() throws IOException {
        CsvItemReader reader = CsvItemReader.withoutHeader(inputs, CsvDialect.RFC_4180, new ReadRange(4, 10, 2));
        reader.open(new ExecutionContext());

        assertThat(Reading.cells(Reading.drain(reader))).containsExactly(List.of("1", "2"), List.of("3", "4"));
        reader.close();
    }

    private List<CsvItem> range(ReadRange range) throws IOException {
        return Reading.range(inputs, CsvDialect.RFC_4180, range, 5);
    }

    private CsvItemReader reader(long chunkBytes) {
        ReadRange everything = new ReadRange(0, inputs.endOffset(), 1);
        return new CsvItemReader(inputs, CsvDialect.RFC_4180, HEADER, everything, chunkBytes);
    }
}
