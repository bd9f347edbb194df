package dev.mongohaul.csv;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.dialect.CsvDialect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TranscodingTests {

    @TempDir
    private Path folder;

    static Stream<Arguments> charsetsAndSeeds() {
        return Stream.of(
                        "ISO-8859-1",
                        "windows-1252",
                        "US-ASCII",
                        "UTF-16",
                        "UTF-16LE",
                        "UTF-16BE",
                        "UTF-32",
                        "UTF-32LE",
                        "Shift_JIS",
                        "GB18030",
                        "EUC-JP",
                        "ISO-2022-JP")
                .flatMap(charset -> LongStream.range(0, 12).mapToObj(seed -> Arguments.of(charset, seed)));
    }

    @ParameterizedTest
    @MethodSource("charsetsAndSeeds")
    void textReadsTheSameInAnyCharset(String name, long seed) throws IOException {
        Charset charset = Charset.forName(name);
        RandomCsv random = new RandomCsv(seed);
        String csv = random.wellFormed(repertoire(charset));

        List<CsvItem> items = Reading.all(csv.getBytes(charset), Dialects.in(charset), random.blockBytes());

        List<CsvItem> utf8 = Reading.all(csv.getBytes(UTF_8), CsvDialect.RFC_4180, 1 << 20);
        assertThat(Reading.cells(items)).as("seed %d", seed).isEqualTo(Reading.cells(utf8));
    }

    @ParameterizedTest
    @MethodSource("charsetsAndSeeds")
    void locationsNameTheBytesBeforeTranscoding(String name, long seed) throws IOException {
        Charset charset = Charset.forName(name);
        RandomCsv random = new RandomCsv(seed);
        byte[] csv = random.wellFormed(repertoire(charset)).getBytes(charset);
        var inputs = Reading.file(folder, "input.csv", csv);
        CsvDialect dialect = Dialects.in(charset);
        int blockBytes = random.blockBytes();

        List<CsvItem> all = Reading.all(inputs, dialect, blockBytes);

        for (int index = 0; index < all.size(); index++) {
            RecordLocation location = all.get(index).location();
            int from = (int) location.offset();
            assertThat(all.get(index).toByteArray())
                    .as("seed %d, %s", seed, location)
                    .isEqualTo(Arrays.copyOfRange(csv, from, from + (int) location.length()));
            ReadRange rest = new ReadRange(location.nextOffset(), inputs.endOffset(), location.nextLine());
            assertThat(Reading.describe(Reading.range(inputs, dialect, rest, blockBytes)))
                    .as("seed %d, from %s", seed, rest)
                    .isEqualTo(Reading.describe(all.subList(index + 1, all.size())));
        }
    }

    @Test
    void byteOrderMarkOverridesTheCharset() throws IOException {
        for (Charset charset :
                List.of(UTF_8, UTF_16LE, UTF_16BE, Charset.forName("UTF-32LE"), Charset.forName("UTF-32BE"))) {
            byte[] csv = "\uFEFFä,b\n日本,2\n".getBytes(charset);

            for (int blockBytes = 1; blockBytes < 20; blockBytes++) {
                List<CsvItem> items = Reading.all(csv, Dialects.in(Charset.forName("windows-1252")), blockBytes);

                assertThat(Reading.cells(items)).as(charset.name()).containsExactly(List.of("日本", "2"));
                assertThat(items.get(0).location().offset()).isEqualTo("\uFEFFä,b\n".getBytes(charset).length);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8, x\\xE9y, 2, 0xE9",
        "UTF-8, \\xC3, 2, 0xC3",
        "UTF-8, a\\xC0\\x80, 2, 0xC0",
        "UTF-8, \\xED\\xA0\\x80, 2, 0xED",
        "US-ASCII, x\\xE9y, 2, 0xE9",
        "windows-1252, x\\x81, 2, 0x81",
        "Shift_JIS, \\x83, 2, 0x83",
        "GB18030, \\x81\\x30, 2, 0x81",
        "EUC-JP, ab\\x8F\\xA1, 2, 0x8F"
    })
    void invalidBytesRejectOnlyTheirRecord(String name, String cell, int column, String shown) throws IOException {
        byte[] record = bytes("1," + cell + ",3");
        byte[] csv = bytes("a,b,c\n4,5,6\n1," + cell + ",3\r\n7,8,9\n");

        for (int blockBytes : new int[] {1, 2, 3, 5, 8, 64, 4096}) {
            List<CsvItem> items = Reading.all(csv, Dialects.in(Charset.forName(name)), blockBytes);

            assertThat(items).hasSize(3);
            assertThat(Reading.cells(items.get(2))).containsExactly("7", "8", "9");
            MalformedRecord malformed = (MalformedRecord) items.get(1);
            assertThat(malformed.column()).isEqualTo(column);
            assertThat(malformed.reason()).startsWith("byte " + shown + " is not valid " + name + " here");
            assertThat(malformed.toByteArray()).isEqualTo(record);
            assertThat(malformed.location())
                    .isEqualTo(new RecordLocation(0, 3, 12, record.length, 14 + record.length, 4));
        }
    }

    @Test
    void invalidBytesBeforeALineEndLeaveTheLineEnd() throws IOException {
        for (String name : List.of("Shift_JIS", "GB18030", "EUC-JP", "UTF-8", "windows-31j", "Big5")) {
            byte[] csv = bytes("a,b\n1,x\\x83\n3,4\n");

            List<CsvItem> items = Reading.all(csv, Dialects.in(Charset.forName(name)), 4);

            assertThat(items).as(name).hasSize(2);
            assertThat(items.get(0)).as(name).isInstanceOf(MalformedRecord.class);
            assertThat(Reading.cells(items.get(1))).containsExactly("3", "4");
        }
    }

    @Test
    void halfACodeUnitAtTheEndIsInvalid() throws IOException {
        byte[] whole = "a,b\n1,2".getBytes(UTF_16LE);

        List<CsvItem> items = Reading.all(Arrays.copyOf(whole, whole.length - 1), Dialects.in(UTF_16LE), 3);

        assertThat(items).hasSize(1);
        assertThat(items.get(0)).isInstanceOf(MalformedRecord.class);
    }

    private static String[] repertoire(Charset charset) {
        return Stream.of(
                        "a",
                        "B7",
                        " ",
                        "-",
                        "0.5",
                        "ä",
                        "€",
                        "日本",
                        "表能",
                        "𝄞",
                        "ÿþ",
                        "ｶﾅ",
                        "text without anything in it")
                .filter(charset.newEncoder()::canEncode)
                .toArray(String[]::new);
    }

    /** Returns the bytes of an ASCII text, with other bytes written as in {@code \xE9}. */
    private static byte[] bytes(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < text.length(); at++) {
            if (text.startsWith("\\x", at)) {
                bytes.write(Integer.parseInt(text, at + 2, at + 4, 16));
                at += 3;
            } else {
                bytes.write(text.charAt(at));
            }
        }
        return bytes.toByteArray();
    }
}
