package dev.mongohaul.partition;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.Reading;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.digest.ContentDigest;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CutSearchTests {

    private static final CsvDialect RFC_4180 = CsvDialect.RFC_4180;
    private static final CsvDialect ESCAPING = new CsvDialect(
            UTF_8, ',', '"', '\\', List.of(), 0, "", RFC_4180.strayQuotes(), RFC_4180.ragged(), RFC_4180.trim(), 1000);
    private static final int BLOCK = 8 << 20;
    private static final String[] TRAPS = {
        ",plain",
        ",\"\n7,8\n9,10\n\"",
        ",\"\"\"\n\"\"a\"\",\"\"b\"\"\n\"\"\"",
        ",\"a,b\n1,2\n\"",
        ",\"\r\n\"\",\"\"\r\n\"",
        ",\"\"",
        ",\"\"\"\"",
        ",\"ä\n€,𝄞\n\"\"\"",
        ",\"" + "1,2\n".repeat(60) + "\""
    };

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    behind every record            | a,b␤1,2␤3,4␤5,6         | 8:3 12:4
                    nothing at the end             | a,b␤1,2␤                |
                    CRLF is one line               | a,b␍␤1,2␍␤3,4␍␤5,6      | 10:3 15:4
                    lone CRs count and are not cut | a,b␍1,2␍3,4␤5,6␍7,8     | 12:4
                    blank lines                    | a,b␤␤1,2␤␍␤␤3,4         | 5:3 9:4 11:5 12:6
                    not inside quotes              | a,b␤1,'␤''␤'␤3,4        | 13:5
                    quoted cells side by side      | a,b␤'','␤'␤'''',''␤1    | 11:4 19:5
                    quote at the very end          | a,b␤1,2␤3,'4'           | 8:3
                    up to a quote in the text      | a,b␤1,2␤3,4'␤5,6␤7,8    | 8:3
                    up to text behind a quote      | a,b␤1,2␤'3'x,4␤5,6␤7,8  | 8:3
                    up to a quote that stays open  | a,b␤1,2␤3,'4␤5,6␤7,8␤   | 8:3
                    """)
    void cutsFollowLineFeedsOutsideQuotes(String rule, String csv, String cuts) throws IOException {
        String text = csv.replace('␤', '\n').replace('␍', '\r').replace('\'', '"');

        assertThat(cut(RFC_4180, text)).as(rule).isEqualTo(cuts == null ? "" : cuts);
        for (int sectionBytes = 2; sectionBytes < 256; sectionBytes *= 2) {
            assertThat(cutting(RFC_4180, text.getBytes(UTF_8)).cuts(sectionBytes, new Random(1)))
                    .as("%s, sections of %d bytes", rule, sectionBytes)
                    .isSubsetOf(cutting(RFC_4180, text.getBytes(UTF_8)).cuts(1, new Random(1)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128})
    void cellsThatLookLikeRecordsAreNotCut(int sectionBytes) throws IOException {
        StringBuilder csv = new StringBuilder("a,b\n");
        List<Long> beginnings = new ArrayList<>();
        for (int record = 0; record < 100; record++) {
            beginnings.add((long) csv.toString().getBytes(UTF_8).length);
            csv.append(record).append(TRAPS[record % TRAPS.length]).append(record % 3 == 0 ? "\r\n" : "\n");
        }
        beginnings.remove(0);

        List<InputCut> cuts =
                cutting(RFC_4180, csv.toString().getBytes(UTF_8)).cuts(sectionBytes, new Random(sectionBytes));

        assertThat(cuts)
                .extracting(InputCut::offset)
                .containsExactlyElementsOf(firstOfEachSection(beginnings, sectionBytes));
    }

    @Test
    void cutsOfManyBlocksAreFoundWhileDigesting() throws IOException {
        String record = "\"1\n2,3\n\"\"\",\"" + "x,\n".repeat(3000) + "\"\n";
        byte[] csv = ("a,b\n" + record.repeat(2 * BLOCK / record.length())).getBytes(UTF_8);
        Cutting cutting = cutting(RFC_4180, csv);
        CutSearch search =
                new CutSearch(cutting.inputs(), RFC_4180, cutting.survey().starts());

        ContentDigest.digests(cutting.inputs(), search);

        long lines = record.chars().filter(character -> character == '\n').count();
        assertThat(search.cuts()).hasSizeGreaterThan(1000).allSatisfy(cut -> {
            assertThat((cut.offset() - 4) % record.length()).isZero();
            assertThat(cut.line()).isEqualTo(2 + lines * ((cut.offset() - 4) / record.length()));
        });
    }

    @Test
    void everyLineFeedIsACutWithoutQuotes() throws IOException {
        assertThat(cut(dialect(UTF_8, null, "", 16), "a,b\n1,\"2\n3,4 and so on and on and on\n5,6\n"))
                .isEqualTo("9:3 37:4");
    }

    @Test
    void noCutsAfterARecordThatIsTooLong() throws IOException {
        String csv = "a,b\n1,2\n3,\"23456789\n123456789\"\n5,6\n7,8\n";

        assertThat(cut(dialect(UTF_8, '"', "", 22), csv)).isEqualTo("8:3 31:5 35:6");
        assertThat(cut(dialect(UTF_8, '"', "", 21), csv)).isEqualTo("8:3");
    }

    @Test
    void recordsOfOtherCharsetsCountThreeBytesForEach() throws IOException {
        String csv = "a,b\n1,2\n3,\"éééééééé\nééééééééé\"\n5,6\n7,8\n";

        assertThat(cut(dialect(ISO_8859_1, '"', "", 66), csv)).isEqualTo("8:3 31:5 35:6");
        assertThat(cut(dialect(ISO_8859_1, '"', "", 65), csv)).isEqualTo("8:3");
    }

    @ParameterizedTest
    @ValueSource(strings = {",\"1\n2\"z\n", ",z\"1\n2\"\n", "\"\"z\"\"\n\"\n"})
    void misplacedQuoteIsFoundAnywhere(String misplaced) throws IOException {
        for (int before = 0; before < 200; before++) {
            String csv = "a,b\n" + "x".repeat(before) + misplaced + "y".repeat(200) + "\n5,6\n";

            assertThat(cutting(RFC_4180, csv.getBytes(UTF_8)).cuts(4096, new Random(before)))
                    .as("behind %d bytes", before)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128})
    void sectionsWithEscapesHaveCuts(int sectionBytes) throws IOException {
        String[] traps = {
            ",\\\"", ",\\\n", ",\\\r\n", ",\\,\\\\", ",\"\\\"\n\\\\\"", ",\\N", ",\"" + "\\\",\n".repeat(9) + "\""
        };
        StringBuilder csv = new StringBuilder("a,b\n");
        List<Long> beginnings = new ArrayList<>();
        for (int record = 0; record < 100; record++) {
            beginnings.add((long) csv.length());
            csv.append(record).append(traps[record % traps.length]).append(record % 3 == 0 ? "\r\n" : "\n");
        }
        beginnings.remove(0);

        List<InputCut> cuts =
                cutting(ESCAPING, csv.toString().getBytes(UTF_8)).cuts(sectionBytes, new Random(sectionBytes));

        assertThat(cuts)
                .extracting(InputCut::offset)
                .containsExactlyElementsOf(firstOfEachSection(beginnings, sectionBytes));
    }

    @Test
    void escapedQuotesAndLineFeedsAreNoCuts() throws IOException {
        assertThat(cut(ESCAPING, "a,b\n1,\"2\\\"\n\"\n3,4\\\n5\n6,\\\\\n7,8\n")).isEqualTo("13:4 20:6 25:7");
    }

    @Test
    void fileWithCommentsAndQuotesIsNotCut() throws IOException {
        CsvDialect dialect = dialect(UTF_8, '"', "#", 1000);

        assertThat(cut(dialect, "a,b\n1,2\n# it\n3,4\n")).isEqualTo("8:3 13:4");
        assertThat(cut(dialect, "a,b\n1,2\n# \"it\n3,4\n")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ISO-8859-1, true",
        "windows-1252, true",
        "US-ASCII, true",
        "UTF-16LE, false",
        "Shift_JIS, false",
        "GB18030, false",
        "ISO-2022-JP, false",
        "EUC-KR, false",
        "IBM864, false"
    })
    void onlyCharsetsThatKeepAsciiApartAreCut(String charset, boolean isCut) throws IOException {
        CsvDialect dialect = dialect(Charset.forName(charset), '"', "", 1000);
        byte[] csv = "a,b\n1,2\n3,4\n".getBytes(dialect.charset());

        assertThat(shown(cutting(dialect, csv).cuts(1, new Random(1)))).isEqualTo(isCut ? "8:3" : "");
    }

    @Test
    void charsetOfTheByteOrderMarkCounts() throws IOException {
        byte[] marked = "\uFEFFa,b\n1,2\n3,4\n".getBytes(UTF_16LE);

        assertThat(cutting(dialect(ISO_8859_1, '"', "", 1000), marked).cuts(1, new Random(1)))
                .isEmpty();
    }

    @Test
    void beginningOfEachInputIsACut() throws IOException {
        Files.writeString(folder.resolve("1.csv"), "");
        Files.writeString(folder.resolve("2.csv"), "a,b\n1,2\n3,4\n");
        Files.writeString(folder.resolve("3.csv"), "");
        Files.writeString(folder.resolve("4.csv"), "a,b\n1,2\n3,4\n");
        Files.writeString(folder.resolve("5.csv"), "");
        Inputs inputs = InputSources.in(folder).find(List.of("*.csv"));

        assertThat(shown(Cutting.of(inputs, RFC_4180).cuts(1, new Random(1)))).isEqualTo("8:3 12:1 20:3");
    }

    @Test
    void standardInputIsNotCut() throws IOException {
        Inputs inputs = Reading.input("a,b\n1,2\n3,4\n".getBytes(UTF_8));

        assertThat(new CutSearch(
                                inputs,
                                RFC_4180,
                                InputSurvey.of(inputs, RFC_4180).starts())
                        .cuts())
                .isEmpty();
    }

    private static List<Long> firstOfEachSection(List<Long> beginnings, int sectionBytes) {
        List<Long> first = new ArrayList<>();
        long section = -1;
        for (long beginning : beginnings) {
            long next = (beginning - 1) / sectionBytes;
            if (next != section) {
                first.add(beginning);
                section = next;
            }
        }
        return first;
    }

    private String cut(CsvDialect dialect, String csv) throws IOException {
        return shown(cutting(dialect, csv.getBytes(dialect.charset())).cuts(1, new Random(1)));
    }

    private Cutting cutting(CsvDialect dialect, byte[] csv) throws IOException {
        Files.write(folder.resolve("input.csv"), csv);
        return Cutting.of(InputSources.in(folder).find(List.of("input.csv")), dialect);
    }

    private static CsvDialect dialect(Charset charset, @Nullable Character quote, String comment, int maxRecordBytes) {
        return new CsvDialect(
                charset,
                ',',
                quote,
                null,
                List.of(),
                0,
                comment,
                RFC_4180.strayQuotes(),
                RFC_4180.ragged(),
                RFC_4180.trim(),
                maxRecordBytes);
    }

    private static String shown(List<InputCut> cuts) {
        return cuts.stream().map(cut -> cut.offset() + ":" + cut.line()).collect(Collectors.joining(" "));
    }
}
