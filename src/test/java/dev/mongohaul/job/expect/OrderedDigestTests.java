package dev.mongohaul.job.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.digest.ContentDigest;
import dev.mongohaul.csv.source.InputSources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class OrderedDigestTests {

    @TempDir
    private Path folder;

    @Test
    @Timeout(120)
    void digestOfAPassIsThatOfTheFile() throws Exception {
        byte[] bytes = new byte[(17 << 20) + 12345];
        new Random(1).nextBytes(bytes);
        Path file = Files.write(folder.resolve("a"), bytes);
        OrderedDigest digest = new OrderedDigest(DigestUtils.getSha256Digest());

        ContentDigest.digests(
                InputSources.in(folder).find(List.of(file.toString())),
                (input, offset, part, length) -> digest.add(offset, part, length));

        assertThat(digest.hex()).isEqualTo(DigestUtils.sha256Hex(bytes));
    }

    @Test
    void partsInAnyOrderGiveTheSameDigest() {
        byte[] text = "abcdef".getBytes(StandardCharsets.US_ASCII);
        OrderedDigest digest = new OrderedDigest(DigestUtils.getMd5Digest());

        digest.add(4, new byte[] {'e', 'f'}, 2);
        digest.add(2, new byte[] {'c', 'd', 'x'}, 2);
        digest.add(0, new byte[] {'a', 'b'}, 2);

        assertThat(digest.hex()).isEqualTo(DigestUtils.md5Hex(text));
    }
}
