package dev.mongohaul.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.input.UnreadableInputException;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.csv.source.PathRoots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that unpack to very much. They are read in blocks, so the largest array stays small. */
class BombTests {

    private static final int MEGABYTE = 1 << 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"x.csv.gz, 0", "x.csv.zst, 0", "x.csv.bz2, 0", "x.csv.gz, 10", "x.csv.zst, 10"})
    void ratioAboveAThousandFailsAfterAHundredMebibytes(String name, int filler) throws IOException {
        Inputs bomb = inputs(name, pack(name, 200, (byte) filler), InputRules.ANY);

        try (InputStream in = bomb.list().get(0).open()) {
            assertThatThrownBy(() -> drain(in))
                    .isInstanceOf(UnreadableInputException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("have unpacked to more than 1,000 times as many")
                    .hasMessageEndingWith("unpack the archive and import the plain file");
        }
    }

    @Test
    void surveyOfAnEndlessLineFails() throws IOException {
        Inputs bomb = inputs("x.csv.gz", pack("x.csv.gz", 200, (byte) 'x'), InputRules.ANY);

        assertThatThrownBy(() -> InputSurvey.of(bomb, CsvDialect.RFC_4180))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageContaining("1,000 times as many");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv.gz", "x.csv.zst"})
    void smallArchivesMayHaveAnyRatio(String name) throws IOException {
        Inputs small = inputs(name, pack(name, 90, (byte) 0), InputRules.ANY);

        try (InputStream in = small.list().get(0).open()) {
            assertThat(drain(in)).isEqualTo(90L * MEGABYTE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv.gz", "x.csv.zst", "x.csv.bz2"})
    void maxUnpackedSizeIsEnforced(String name) throws IOException {
        InputRules rules = new InputRules(PathRoots.ANYWHERE, MEGABYTE);
        Inputs fits = inputs("fits-" + name, pack(name, 1, (byte) 0), rules);
        Inputs tooLarge = inputs(name, pack(name, 2, (byte) 0), rules);

        try (InputStream in = fits.list().get(0).open();
                InputStream larger = tooLarge.list().get(0).open()) {
            assertThat(drain(in)).isEqualTo(MEGABYTE);
            assertThatThrownBy(() -> drain(larger))
                    .isInstanceOf(UnreadableInputException.class)
                    .hasMessageContaining("holds more than 1,048,576 bytes, which is what"
                            + " mongohaul.import.max-unpacked-size allows");
        }
    }

    @Test
    void membersWithoutContentAreReadOneByOne() throws IOException {
        byte[] empty = pack("x.csv.gz", 0, (byte) 0);
        byte[] members = new byte[100_000 * empty.length];
        for (int at = 0; at < members.length; at += empty.length) {
            System.arraycopy(empty, 0, members, at, empty.length);
        }

        try (InputStream in =
                inputs("x.csv.gz", members, InputRules.ANY).list().get(0).open()) {
            assertThat(drain(in)).isZero();
        }
    }

    private Inputs inputs(String name, byte[] packed, InputRules rules) throws IOException {
        Files.write(folder.resolve(name), packed);
        return new InputSources(folder, InputStream.nullInputStream(), rules).find(List.of(name));
    }

    private static long drain(InputStream in) throws IOException {
        byte[] block = new byte[64 << 10];
        long count = 0;
        for (int read = in.read(block); read >= 0; read = in.read(block)) {
            count += read;
        }
        return count;
    }

    /** Packs blocks, of which each is an archive of its own: those of one file may follow each other. */
    private static byte[] pack(String name, int megabytes, byte filler) throws IOException {
        int blocks = Math.max(1, megabytes / 10);
        byte[] content = new byte[megabytes / blocks * MEGABYTE];
        Arrays.fill(content, filler);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream packer = packer(name, packed)) {
            packer.write(content);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int block = 0; block < blocks; block++) {
            packed.writeTo(all);
        }
        return all.toByteArray();
    }

    private static OutputStream packer(String name, OutputStream packed) throws IOException {
        return switch (name.substring(name.lastIndexOf('.'))) {
            case ".gz" -> new GZIPOutputStream(packed);
            case ".zst" -> new ZstdOutputStream(packed, 3);
            default -> new BZip2CompressorOutputStream(packed);
        };
    }
}
