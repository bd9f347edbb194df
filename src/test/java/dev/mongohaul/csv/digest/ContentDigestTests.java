package dev.mongohaul.csv.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentDigestTests {

    private static final int BLOCK = 8 << 20;

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
