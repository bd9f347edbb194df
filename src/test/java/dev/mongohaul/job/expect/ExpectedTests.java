package dev.mongohaul.job.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.archive.Zips;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.reject.SampleRejects;
import dev.mongohaul.reject.export.RejectExport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedTests {

    private static final String TRAILER =
            "trailer: {pattern: 'T;(\\d+);([\\d.,]+)', records: 1, sum: {column: b, group: 2}}";
    private static final String SEMICOLONS = ", delimiter: ';'";

    @TempDir
    private Path folder;

    @Test
    void missingCompanionsAreAllNamed() {
        TestJob job = job("marker: '{file}.done', checksum: '{file}.sha256', records: '{file}.count'")
                .input("a\n1\n");

        assertThatThrownBy(job::prepare)
                .isInstanceOfSatisfying(
                        InputException.class,
                        refused -> assertThat(refused.isIncomplete()).isTrue())
                .hasMessageContaining("the marker " + folder.resolve("input.csv.done") + " of ")
                .hasMessageContaining("the checksum " + folder.resolve("input.csv.sha256"))
                .hasMessageContaining("the number of records " + folder.resolve("input.csv.count"));

        job.input("input.csv.done", new byte[0])
                .input("input.csv.count", bytes("1\r\n"))
                .input("input.csv.sha256", bytes(DigestUtils.sha256Hex("a\n1\n")));
        assertThat(InputScan.of(job.prepare(), new ImportMonitor()).content()).isNotEmpty();
    }

    @Test
    void linkIsNoCompanion() throws Exception {
        TestJob job = job("records: '{file}.count'").input("a\n1\n").input("elsewhere", bytes("1"));
        Files.createSymbolicLink(folder.resolve("input.csv.count"), folder.resolve("elsewhere"));

        assertThatThrownBy(job::prepare).hasMessageContaining("input.csv.count");
    }

    @ParameterizedTest
    @ValueSource(strings = {"md5", "sha1", "sha256", "sha512"})
    void checksumIsComparedByTheScan(String kind) {
        byte[] content = bytes("a\n1\n2\n");
        String hex = switch (kind) {
            case "md5" -> DigestUtils.md5Hex(content);
            case "sha1" -> DigestUtils.sha1Hex(content);
            case "sha256" -> DigestUtils.sha256Hex(content);
            default -> DigestUtils.sha512Hex(content);
        };
        TestJob job = job("checksum: '{file}." + kind + "'")
                .input("input.csv", content)
                .input("input.csv." + kind, bytes(hex + "  input.csv\n"));
        assertThat(InputScan.of(job.prepare(), new ImportMonitor()).content()).isNotEmpty();

        job.input("a\n1\n");

        assertThatThrownBy(() -> InputScan.of(job.prepare(), new ImportMonitor()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is damaged or not complete: its ")
                .hasMessageContaining(kind + " says " + hex + ". Nothing was loaded");
    }

    @Test
    void companionsAreThoseOfTheArchive() {
        byte[] zip = Zips.zip(Map.of("a.csv", "a\n1\n", "b.csv", "a\n2\n"));
        TestJob job = TestJob.in(
                        folder,
                        "job",
                        "source: {files: 'in.zip!/*.csv', expect: {checksum: '{file}.sha256', records: '{file}.count'}}")
                .input("in.zip", zip)
                .input("in.zip.count", bytes("2"))
                .input("in.zip.sha256", bytes(DigestUtils.sha256Hex(zip) + "  in.zip\n"));

        ImportJob prepared = job.prepare();

        assertThat(InputScan.of(prepared, new ImportMonitor()).content()).isNotEmpty();
        assertThat(mismatch(prepared, 2)).isNull();
        assertThat(mismatch(prepared, 4)).contains("source.expect.records says 2");
        job.input("in.zip.sha256", bytes(DigestUtils.sha256Hex("")));
        assertThatThrownBy(() -> InputScan.of(job.prepare(), new ImportMonitor()))
                .hasMessageStartingWith(folder.resolve("in.zip") + " is damaged or not complete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1", "1.5", "1 2", "1234567890123456789"})
    void countThatIsNoNumberIsRefused(String text) {
        TestJob job = job("records: '{file}.count'").input("a\n1\n").input("input.csv.count", bytes(text));

        assertThatThrownBy(job::prepare)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("input.csv.count: ")
                .hasMessageContaining("is not a number of records");
    }

    @Test
    void countsOfSeveralFilesAreAdded() {
        ImportJob job = TestJob.in(folder, "job", "source: {files: '*.csv', expect: {records: '{file}.count'}}")
                .input("one.csv", bytes("a\n1\n"))
                .input("one.csv.count", bytes(" 1\n"))
                .input("two.csv", bytes("a\n1\n2\n"))
                .input("two.csv.count", bytes("0002"))
                .prepare();

        assertThat(mismatch(job, 3)).isNull();
        assertThat(mismatch(job, 2)).startsWith("2 records were read, and source.expect.records says 3. The files");
        assertThat(mismatch(job, 1)).startsWith("1 record was read, and ");
    }

    @Test
    void trailerIsNoRecordAndHasTheTotals() {
        ImportJob job = totals("a;b\n1;2.50\n2;3\nT;2;5.50\n");

        assertThat(job.inputs().list().get(0).recordsEnd()).isEqualTo("a;b\n1;2.50\n2;3\n".length());
        assertThat(mismatch(job, 2, "5.5")).isNull();
        assertThat(mismatch(job, 3, "5.5")).startsWith("3 records were read, and the trailer says 2. ");
        assertThat(mismatch(job, 2, "5.51"))
                .startsWith(
                        "the sum of b is 5.51, and the trailer says 5.50; a rejected record adds nothing if its b cannot be read. ");
        assertThat(mismatch(job, 2, null)).contains("is not known", "abandon it and start it again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;b\r\n1;2\r\nT;1;2\r\n", "a;b\r1;2\rT;1;2", "\uFEFFa;b\n1;2\nT;01;0002.0"})
    void trailerIsFoundWithAnyLineEnd(String content) {
        assertThat(mismatch(totals(content), 1, "2")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "ISO-8859-1"})
    void trailerIsReadInTheCharset(String charset) {
        ImportJob job = job(TRAILER, SEMICOLONS + ", charset: " + charset)
                .input("input.csv", "a;b\n1;2\nT;1;2\n".getBytes(Charset.forName(charset)))
                .prepare();

        assertThat(mismatch(job, 1, "2")).isNull();
    }

    @Test
    void trailerOfAnArchiveIsFound() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes("a;b\n1;2\nT;1;2\n"));
        }
        ImportJob job = TestJob.in(folder, "job", source("input.csv.gz", TRAILER, SEMICOLONS))
                .input("input.csv.gz", packed.toByteArray())
                .prepare();

        assertThat(mismatch(job, 1, "2")).isNull();
    }

    @Test
    void trailerPatternCannotExhaustTheStack() throws Exception {
        String trailer = "trailer: {pattern: '(?:T|(x|y|;)+)*(\\d+)', records: 2}";
        ImportJob job = TestJob.in(folder, "job", source("input.csv", trailer, SEMICOLONS))
                .input("a;b\n1;2\nT" + "xy".repeat(10_000) + "1\n")
                .prepare();

        assertThat(mismatch(job, 1, "2")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;b\n1;2\n2;3\n", "a;b\n1;2\nT;1;2\n\n", "a;b\n1;2\nT;1", "a;b\n", ""})
    void otherLastLineIsRefused(String content) {
        String end = content.isEmpty() || content.endsWith("\n\n") ? "its end is blank" : "the last line is ";
        assertThatThrownBy(() -> totals(content))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("input.csv: " + end)
                .hasMessageContaining("and not the trailer T;");
    }

    @Test
    void controlSumIsReadAsItsColumn() {
        String fields = "fields: {b: {type: decimal, decimal-comma: true, strip: EUR}}";
        TestJob job = TestJob.in(folder, "job", source("input.csv", TRAILER, SEMICOLONS), fields)
                .input("a;b\n1;2,50 EUR\nT;1;0002,50\n");

        assertThat(mismatch(job.prepare(), 1, "2.5")).isNull();
        assertThatThrownBy(() -> job.input("a;b\n1;2,50\nT;1;2.50.1\n").prepare())
                .hasMessageContaining("is not a number as the column b has them");
        assertThatThrownBy(() -> job.prepare("fields.b=date")).isInstanceOf(RuntimeException.class);
    }

    @Test
    void columnOfTheControlSumMustBeThere() {
        assertThatThrownBy(() -> totals("a;c\n1;2\nT;1;2\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("source.expect.trailer.sum: the input has no column \"b\"; its columns are a, c");
        assertThatThrownBy(() -> TestJob.in(
                                folder, "job", source("input.csv", TRAILER, SEMICOLONS), "fields: {b: instant}")
                        .input("a;b\n1;2\nT;1;2\n")
                        .prepare())
                .hasMessageContaining("column \"b\" is instant, and only numbers have a sum");
    }

    @Test
    void emptyInputMustBeExpected() {
        TestJob job = TestJob.in(folder, "job", source("input.csv", TRAILER, SEMICOLONS), "empty: ok");

        assertThat(job.input("a;b\nT;0;0\n").prepare(InputStream.nullInputStream(), Duration.ZERO))
                .isEmpty();
        assertThatThrownBy(() -> job.input("a;b\nT;3;0\n").prepare(InputStream.nullInputStream(), Duration.ZERO))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the input has no record: 0 records were read, and the trailer says 3");
    }

    @Test
    void nothingIsExpectedOfRejects() throws IOException {
        ByteArrayOutputStream reasons = new ByteArrayOutputStream();
        RejectExport.appendReason(SampleRejects.many(1).findFirst().orElseThrow(), reasons);
        TestJob job = job("marker: '{file}.done', " + TRAILER, SEMICOLONS)
                .input("job-7.jsonl", reasons.toByteArray())
                .input("job-7.csv", bytes("a;b\n1;2\n"));

        ImportJob rejects = job.prepare("files=job-7.csv");

        assertThat(rejects.inputs().list().get(0).recordsEnd()).isEqualTo(8);
        assertThat(mismatch(rejects, 1, "2")).isNull();
    }

    @Test
    void companionIsNoInput() {
        TestJob job = TestJob.in(folder, "job", "source: {files: 'input*', expect: {marker: '{file}.done'}}")
                .input("a\n1\n")
                .input("input.csv.done", new byte[0]);

        assertThatThrownBy(job::prepare)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("input.csv.done, which is {file}.done of ");
    }

    @Test
    void trailerIsPartOfTheMeaningAndCompanionsAreNot() {
        String content = "a;b\n1;2\nT;1;2\n";
        TestJob job = TestJob.in(folder, "job", source("input.csv", "marker: '{file}.done'", SEMICOLONS))
                .input("input.csv.done", new byte[0])
                .input(content);
        String plain = meaning(TestJob.in(folder, "job", "source: {files: input.csv, delimiter: ';'}")
                .prepare());

        assertThat(meaning(job.prepare())).isEqualTo(plain);
        assertThat(meaning(totals(content))).isNotEqualTo(plain);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            marker: a.done                                      | source.expect.marker: "a.done" is not {file} with an ending, such as {file}.done
            marker: "{file}"                                    | source.expect.marker: "{file}" is not {file} with an ending
            marker: "{file}/../x"                               | source.expect.marker: "{file}/../x" is not {file} with an ending
            checksum: "{file}.crc32"                            | source.expect.checksum: "{file}.crc32" is not {file} with an ending, such as {file}.sha256
            records: "{name}.count"                             | source.expect.records: "{name}.count" is not {file} with an ending
            trailer: {pattern: "T;("}                           | source.expect.trailer.pattern: "T;(" is not a pattern of RE2: missing closing )
            trailer: {pattern: "T;(x)", records: 2}             | source.expect.trailer.records: 2 is not a group of the pattern, which has 1 in parentheses
            trailer: {pattern: "T", sum: {column: b, group: 1}} | source.expect.trailer.sum.group: 1 is not a group of the pattern, which has 0 in parentheses
            trailer: {records: 1}                               | source.expect.trailer.pattern: is missing
            trailer: {pattern: "T", sum: {column: b}}           | source.expect.trailer.sum.group: is missing
            """)
    void wrongKeysAreRefused(String expect, String message) {
        assertThatThrownBy(() -> job(expect).file())
                .isInstanceOf(JobFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void otherKeysCannotContradict() {
        assertThatThrownBy(() -> TestJob.in(folder, "job", "source: {files: '-', expect: {marker: '{file}.done'}}")
                        .file())
                .hasMessageContaining("source.expect: is for files: standard input has no marker");
        assertThatThrownBy(() -> job(TRAILER, ", skip-last-lines: 1").file())
                .hasMessageContaining("source.skip-last-lines: is for files without a trailer");
    }

    private ImportJob totals(String content) {
        return job(TRAILER, SEMICOLONS).input(content).prepare();
    }

    private TestJob job(String expect) {
        return job(expect, "");
    }

    private TestJob job(String expect, String more) {
        return TestJob.in(folder, "job", source("input.csv", expect, more));
    }

    private static String source(String file, String expect, String more) {
        return "source: {files: %s, expect: {%s}%s}".formatted(file, expect, more);
    }

    private static String mismatch(ImportJob job, long read) {
        return mismatch(job, read, null);
    }

    private static String mismatch(ImportJob job, long read, String sum) {
        return job.expected()
                .mismatch(job.survey(), read, sum == null ? null : new BigDecimal(sum))
                .orElse(null);
    }

    private static String meaning(ImportJob job) {
        return job.identity("content", "db").meaning();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
