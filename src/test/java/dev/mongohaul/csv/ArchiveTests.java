package dev.mongohaul.csv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.github.luben.zstd.Zstd;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Inputs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class ArchiveTests {

    private static final String CSV = "id,name\n" + "1,one\n2,\"t\nwo\"\n".repeat(500);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"x.csv.gz", "x.csv.zst", "x.csv.bz2"})
    void archiveReadsAsItsContent(String name) throws IOException {
        Inputs inputs = Reading.file(folder, name, pack(name, CSV));

        List<CsvItem> items = Reading.all(inputs, CsvDialect.RFC_4180, 100);

        assertThat(Reading.describe(items))
                .isEqualTo(Reading.describe(Reading.all(CSV.getBytes(UTF_8), CsvDialect.RFC_4180, 100)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv.gz", "x.csv.zst", "x.csv.bz2"})
    void archiveOfSeveralPartsIsReadToItsEnd(String name) throws IOException {
        byte[] parts = concat(pack(name, "id,name\n1,o"), concat(pack(name, "ne\n"), pack(name, "2,two\n")));

        List<CsvItem> items = Reading.all(Reading.file(folder, name, parts), CsvDialect.RFC_4180, 64);

        assertThat(Reading.cells(items)).containsExactly(List.of("1", "one"), List.of("2", "two"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv.gz", "x.csv.zst", "x.csv.bz2"})
    void readingResumesInsideAnArchive(String name) throws IOException {
        Inputs inputs = Reading.file(folder, name, pack(name, CSV));
        List<CsvItem> all = Reading.all(inputs, CsvDialect.RFC_4180, 100);
        RecordLocation last = all.get(700).location();

        List<CsvItem> rest = Reading.range(
                inputs,
                CsvDialect.RFC_4180,
                new ReadRange(last.nextOffset(), inputs.endOffset(), last.nextLine()),
                100);

        assertThat(Reading.describe(rest)).isEqualTo(Reading.describe(all.subList(701, all.size())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv.gz", "x.csv.zst", "x.csv.bz2"})
    void truncatedArchiveIsNamed(String name) throws IOException {
        byte[] packed = pack(name, CSV);

        for (int missing : new int[] {1, 5, packed.length / 2}) {
            Inputs inputs = Reading.file(folder, name, Arrays.copyOf(packed, packed.length - missing));

            assertThatThrownBy(() -> Reading.all(inputs, CsvDialect.RFC_4180, 1 << 18))
                    .as("%d bytes missing", missing)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(name + ": the archive is damaged or cut short");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv.gz", "x.csv.zst", "x.csv.bz2"})
    void bytesAfterAnArchiveAreRefused(String name) throws IOException {
        Inputs inputs = Reading.file(folder, name, concat(pack(name, CSV), "and more, unpacked".getBytes(UTF_8)));

        assertThatThrownBy(() -> Reading.all(inputs, CsvDialect.RFC_4180, 1 << 18))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(name + ": the archive is damaged or cut short");
    }

    @Test
    void gzipPaddedWithZerosIsReadWithAWarning() throws IOException {
        byte[] two = concat(pack("x.gz", "id,name\n1,o"), pack("x.gz", "ne\n2,two\n"));
        Inputs inputs = Reading.file(folder, "x.csv.gz", concat(two, new byte[100_000]));
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("dev.mongohaul.csv.input");
        log.start();
        logger.addAppender(log);

        List<CsvItem> items;
        try {
            items = Reading.range(inputs, CsvDialect.RFC_4180, new ReadRange(0, inputs.endOffset(), 1), 64);
        } finally {
            logger.detachAppender(log);
        }

        assertThat(Reading.cells(items)).containsExactly(List.of("1", "one"), List.of("2", "two"));
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement(InstanceOfAssertFactories.STRING)
                .endsWith("x.csv.gz: 100000 zeros behind the end of the archive were left out");
    }

    @Test
    void otherBytesAfterThePaddingAreRefused() throws IOException {
        byte[] padded = concat(pack("x.gz", CSV), new byte[70_000]);
        Inputs inputs = Reading.file(folder, "x.csv.gz", concat(padded, new byte[] {1}));

        assertThatThrownBy(() -> Reading.all(inputs, CsvDialect.RFC_4180, 1 << 18))
                .hasMessageContaining("x.csv.gz: the archive is damaged or cut short (other bytes follow 70,000 zeros");
    }

    @Test
    void invalidArchiveIsNamed() throws IOException {
        Inputs inputs = Reading.file(folder, "x.gz", CSV.getBytes(UTF_8));

        assertThatThrownBy(() -> Reading.all(inputs, CsvDialect.RFC_4180, 64))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("x.gz: the archive is damaged");
    }

    static byte[] pack(String name, String text) throws IOException {
        if (name.endsWith(".zst")) {
            return Zstd.compress(text.getBytes(UTF_8));
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream packer =
                name.endsWith(".gz") ? new GZIPOutputStream(packed) : new BZip2CompressorOutputStream(packed)) {
            packer.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
