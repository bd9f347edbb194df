package dev.mongohaul.csv.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentDigestTests {

    private static final int BLOCK = 8 << 20;
    private static final int PART = 256 << 10;

    @TempDir
    private Path folder;

    @Test
    void digestIsOverBlockDigestsAndLengths() throws Exception {
        byte[] bytes = new byte[BLOCK + 12345];
        new Random(1).nextBytes(bytes);
        Files.write(folder.resolve("a"), bytes);
        MessageDigest whole = MessageDigest.getInstance("SHA-512/256");
        whole.update(digest(Arrays.copyOf(bytes, BLOCK)));
        whole.update(digest(Arrays.copyOfRange(bytes, BLOCK, bytes.length)));
        whole.update(ByteBuffer.allocate(8).putLong(0, bytes.length));

        assertThat(ContentDigest.of(inputs("a"))).isEqualTo(HexFormat.of().formatHex(whole.digest()));
    }

    @Test
    void sameBytesCutIntoOtherFilesAreAnotherContent() throws IOException {
        Files.writeString(folder.resolve("a"), "12");
        Files.writeString(folder.resolve("b"), "34");
        Files.writeString(folder.resolve("c"), "1");
        Files.writeString(folder.resolve("d"), "234");

        assertThat(ContentDigest.of(inputs("a", "b"))).isNotEqualTo(ContentDigest.of(inputs("c", "d")));
    }

    @Test
    void oneByteChangesTheDigestAndTheNameDoesNot() throws IOException {
        Files.writeString(folder.resolve("a"), "12");
        Files.writeString(folder.resolve("b"), "12");
        Files.writeString(folder.resolve("c"), "13");

        assertThat(ContentDigest.of(inputs("a"))).isEqualTo(ContentDigest.of(inputs("b")));
        assertThat(ContentDigest.of(inputs("a"))).isNotEqualTo(ContentDigest.of(inputs("c")));
    }

    @Test
    void digestOfAFileIsThatOfAnInputOfItAlone() throws IOException {
        Files.write(folder.resolve("a"), new byte[BLOCK + 1]);
        Files.writeString(folder.resolve("b"), "");
        Files.writeString(folder.resolve("c"), "12");

        Digests digests = ContentDigest.digests(inputs("a", "b", "c"), (input, offset, part, length) -> {});

        assertThat(digests.whole()).isEqualTo(ContentDigest.of(inputs("a", "b", "c")));
        assertThat(digests.files())
                .containsExactly(
                        ContentDigest.of(inputs("a")), ContentDigest.of(inputs("b")), ContentDigest.of(inputs("c")));
    }

    @Test
    void listenerSeesEveryByteOnce() throws IOException {
        byte[] bytes = new byte[2 * BLOCK + 1];
        Arrays.fill(bytes, (byte) 1);
        Files.write(folder.resolve("a"), bytes);
        AtomicLong sum = new AtomicLong();
        AtomicLong offsets = new AtomicLong();

        ContentDigest.digests(inputs("a"), (input, offset, part, length) -> {
            for (int at = 0; at < length; at++) {
                sum.addAndGet(part[at]);
            }
            offsets.accumulateAndGet(offset, Math::max);
        });

        assertThat(sum).hasValue(bytes.length);
        assertThat(offsets).hasValue(2L * BLOCK);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PART, PART + 1, BLOCK - 1, BLOCK, BLOCK + 1})
    void packingsOfAContentHaveItsDigest(int length) throws IOException {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        Files.write(folder.resolve("a"), bytes);
        String digest = ContentDigest.of(inputs("a"));

        Files.write(folder.resolve("a.gz"), gzip(bytes, 1));
        Files.write(folder.resolve("b.gz"), gzip(bytes, 2));
        Files.write(folder.resolve("c.gz"), inTwoMembers(bytes));
        Files.write(folder.resolve("a.zst"), Zstd.compress(bytes));
        Files.write(folder.resolve("b.zst"), Zstd.compress(bytes, 9));
        zip("a.zip", bytes, ZipEntry.DEFLATED);
        zip("b.zip", bytes, ZipEntry.STORED);

        for (String name : List.of("a.gz", "b.gz", "c.gz", "a.zst", "b.zst", "a.zip", "b.zip")) {
            assertThat(ContentDigest.of(inputs(name))).as(name).isEqualTo(digest);
        }
        assertThat(ContentDigest.of(inputs("a", "a.gz"))).isEqualTo(ContentDigest.of(inputs("a.zst", "b.zip")));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PART, PART + 1})
    void contentPackedByBzip2HasItsDigest(int length) throws IOException {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        Files.write(folder.resolve("a"), bytes);
        Files.write(folder.resolve("a.bz2"), bzip2(bytes));

        assertThat(ContentDigest.of(inputs("a.bz2"))).isEqualTo(ContentDigest.of(inputs("a")));
    }

    @Test
    void listenerSeesThePackedBytesInParts() throws IOException {
        byte[] bytes = new byte[BLOCK];
        new Random(7).nextBytes(bytes);
        byte[] packed = Arrays.copyOf(gzip(bytes, 1), BLOCK + BLOCK / 8);
        Files.write(folder.resolve("a.gz"), packed);
        byte[] seen = new byte[packed.length];

        ContentDigest.digests(inputs("a.gz"), (input, offset, part, length) -> {
            assertThat(offset % (256 << 10)).isZero();
            System.arraycopy(part, 0, seen, Math.toIntExact(offset), length);
        });

        assertThat(seen).isEqualTo(packed);
    }

    @Test
    void damagedArchiveHasNoDigest() throws IOException {
        byte[] packed = gzip("a\n1\n".repeat(10_000).getBytes(StandardCharsets.US_ASCII), 1);
        Files.write(folder.resolve("a.gz"), Arrays.copyOf(packed, packed.length - 9));

        assertThatThrownBy(() -> ContentDigest.of(inputs("a.gz")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.gz: the archive is damaged or cut short");
    }

    private static byte[] gzip(byte[] bytes, int time) throws IOException {
        GzipParameters parameters = new GzipParameters();
        parameters.setModificationInstant(Instant.ofEpochSecond(time));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GzipCompressorOutputStream(packed, parameters)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] inTwoMembers(byte[] bytes) throws IOException {
        int half = bytes.length / 2;
        byte[] first = gzip(Arrays.copyOf(bytes, half), 1);
        byte[] second = gzip(Arrays.copyOfRange(bytes, half, bytes.length), 1);
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] bzip2(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new BZip2CompressorOutputStream(packed, 1)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private void zip(String name, byte[] bytes, int method) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            ZipEntry entry = new ZipEntry("a.csv");
            CRC32 sum = new CRC32();
            sum.update(bytes);
            entry.setMethod(method);
            entry.setSize(bytes.length);
            entry.setCrc(sum.getValue());
            out.putNextEntry(entry);
            out.write(bytes);
        }
    }

    @Test
    void fileThatShrankIsRefused() throws IOException {
        Files.writeString(folder.resolve("a"), "1234");
        Inputs inputs = inputs("a");
        Files.writeString(folder.resolve("a"), "12");

        assertThatThrownBy(() -> ContentDigest.of(inputs))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is shorter than the 4 bytes it had");
    }

    @Test
    void standardInputHasNoDigest() {
        Inputs inputs = inputs("-");

        assertThatThrownBy(() -> ContentDigest.of(inputs)).isInstanceOf(IllegalArgumentException.class);
    }

    private Inputs inputs(String... names) {
        return InputSources.in(folder).find(List.of(names));
    }

    private static byte[] digest(byte[] bytes) throws Exception {
        return MessageDigest.getInstance("SHA-512/256").digest(bytes);
    }
}
