package dev.mongohaul.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Memory tests: the largest array in use has a bound that does not depend on the input. */
class FlatMemoryTests {

    private static final int BLOCK_BYTES = 4 << 10;
    private static final int MAX_RECORD_BYTES = 64 << 10;
    private static final int GIANT = 8_000_000;

    @Test
    void unquotedGiantIsOneMalformedRecord() throws IOException {
        assertGiant(UTF_8, "1,", 0, "the record is longer than the 65,536 bytes that a record may have");
    }

    @Test
    void quotedGiantIsOneMalformedRecord() throws IOException {
        assertGiant(UTF_8, "1,\"", 2, "the cell's quote is not closed within the 65,536 bytes that a record may have");
    }

    @Test
    void transcodedGiantIsOneMalformedRecord() throws IOException {
        assertGiant(UTF_16LE, "1,", 0, "the record is longer than the 65,536 bytes that a record may have");
    }

    @Test
    void manyRecordsTakeNoMoreThanOneBlock() throws IOException {
        try (RecordReader reader = reader(repeat("1,2\n", GIANT / 4), UTF_8)) {
            int largest = 0;
            while (reader.next(Long.MAX_VALUE) != null) {
                largest = Math.max(largest, reader.blocks().bytes().length);
            }

            assertThat(reader.offset()).isEqualTo(GIANT);
            assertThat(largest).isLessThanOrEqualTo(BLOCK_BYTES + Utf8Blocks.PADDING);
        }
    }

    private static void assertGiant(Charset charset, String beginning, int column, String reason) throws IOException {
        int unit = "x".getBytes(charset).length;
        InputStream input = concat(
                bytes(beginning, charset),
                repeat(new String("x".getBytes(charset), ISO_8859_1), GIANT),
                bytes("\r\n3,4", charset));
        try (RecordReader reader = reader(input, charset)) {
            MalformedRecord giant = (MalformedRecord) Objects.requireNonNull(reader.next(Long.MAX_VALUE));
            long length = (long) unit * (beginning.length() + GIANT);

            assertThat(giant.reason()).isEqualTo(reason);
            assertThat(giant.column()).isEqualTo(column);
            assertThat(giant.location()).isEqualTo(new RecordLocation(0, 1, 0, length, length + 2L * unit, 2));
            assertThat(giant.toByteArray())
                    .hasSize(RecordReader.MOST_KEPT_BYTES)
                    .startsWith((beginning + "xxx").getBytes(charset));
            assertThat(reader.blocks().bytes().length).isLessThan(3 * MAX_RECORD_BYTES);
            assertThat(reader.blocks().source().length).isLessThan(3 * MAX_RECORD_BYTES);
            assertThat(Reading.cells(Objects.requireNonNull(reader.next(Long.MAX_VALUE))))
                    .containsExactly("3", "4");
        }
    }

    private static RecordReader reader(InputStream bytes, Charset charset) throws IOException {
        Inputs inputs = new InputSources(Path.of("."), bytes, InputRules.ANY).find(List.of("-"));
        CsvDialect dialect = new Dialects(
                        charset.name(), null, null, null, null, null, null, null, null, null, MAX_RECORD_BYTES)
                .toDialect();
        return new InputOpener(dialect, BLOCK_BYTES).beforeHeader(inputs.list().get(0), false);
    }

    private static InputStream concat(InputStream... parts) {
        return new SequenceInputStream(Collections.enumeration(List.of(parts)));
    }

    private static InputStream bytes(String text, Charset charset) {
        return new ByteArrayInputStream(text.getBytes(charset));
    }

    /** Returns the low bytes of the text repeatedly, generated while they are read. */
    private static InputStream repeat(String text, int times) {
        return new InputStream() {
            private final long length = (long) text.length() * times;
            private long position;

            @Override
            public int read() {
                return position == length ? -1 : text.charAt((int) (position++ % text.length()));
            }

            @Override
            public int read(byte[] target, int offset, int count) {
                int given = (int) Math.min(count, length - position);
                for (int index = 0; index < given; index++) {
                    target[offset + index] = (byte) read();
                }
                return given == 0 ? -1 : given;
            }
        };
    }
}
