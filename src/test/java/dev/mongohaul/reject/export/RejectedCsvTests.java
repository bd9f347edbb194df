package dev.mongohaul.reject.export;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectReason;
import dev.mongohaul.reject.SampleRejects;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Random;
import java.util.stream.Stream;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RejectedCsvTests {

    private static final Binary HEAD = new Binary("sku,name\n".getBytes(UTF_8));
    private static final Binary LINE_END = new Binary("\n".getBytes(UTF_8));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void headerStandsBeforeTheRecordsInTheirOrder() throws IOException {
        csv("").write(Stream.of(SampleRejects.unmappable(0, "1,\"a\nb\""), SampleRejects.unmappable(9, "=2+3")), out);

        assertThat(out).hasToString("sku,name\n1,\"a\nb\"\n=2+3\n");
    }

    @Test
    void recordsOfWideCharsetStayReadable() throws IOException {
        Binary head = new Binary("\uFEFFsku\r\n".getBytes(UTF_16LE));
        Binary lineEnd = new Binary("\r\n".getBytes(UTF_16LE));
        Reject reject = SampleRejects.reject(6, "é".getBytes(UTF_16LE), RejectReason.refused(121, "no"));

        new RejectedCsv(head, lineEnd, null, RejectedCsvTests::gone).write(Stream.of(reject, reject), out);

        assertThat(out.toString(UTF_16LE)).isEqualTo("\uFEFFsku\r\né\r\né\r\n");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anyBytesStayUnchanged(long seed) throws IOException {
        byte[] bytes = new byte[1000];
        new Random(seed).nextBytes(bytes);

        new RejectedCsv(new Binary(new byte[0]), new Binary(new byte[0]), null, RejectedCsvTests::gone)
                .write(Stream.of(SampleRejects.reject(0, bytes, RejectReason.refused(121, "no"))), out);

        assertThat(out.toByteArray()).as("seed %d", seed).isEqualTo(bytes);
    }

    @Test
    void recordTooLongToBeKeptIsReadFromTheInput() throws IOException {
        String record = "3," + "x".repeat(2_000_000);

        csv(record).write(Stream.of(SampleRejects.tooLong(100, record.length())), out);

        assertThat(out).hasToString("sku,name\n" + record + "\n");
    }

    @Test
    void changedInputFails() {
        assertThatIOException()
                .isThrownBy(() -> csv("short").write(Stream.of(SampleRejects.tooLong(100, 2_000_000)), out))
                .withMessage("data/products.csv has changed: the record at line 3 had 2,000,000 bytes, and 5 are left");
    }

    @Test
    void missingInputFails() {
        RejectedCsv csv = new RejectedCsv(HEAD, LINE_END, null, RejectedCsvTests::gone);

        assertThatIOException()
                .isThrownBy(() -> csv.write(Stream.of(SampleRejects.tooLong(100, 2_000_000)), out))
                .withMessage("data/products.csv is gone");
    }

    /** A CSV whose input holds that one long record at offset 100. */
    private static RejectedCsv csv(String original) {
        return new RejectedCsv(HEAD, LINE_END, null, (offset, length) -> {
            assertThat(offset).isEqualTo(100);
            return new ByteArrayInputStream(original.getBytes(UTF_8));
        });
    }

    private static ByteArrayInputStream gone(long offset, long length) throws IOException {
        throw new FileNotFoundException("data/products.csv is gone");
    }
}
