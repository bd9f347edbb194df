package dev.mongohaul.csv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileSignatureTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"a\": 1}       | JSON. mongohaul imports CSV. Use mongoimport for JSON.",
                " [ {\"a\": 1} ]  | JSON",
                "<?xml version=1?> | an XML or HTML document",
                "<!DOCTYPE html>  | an XML or HTML document",
                "%PDF-1.7         | a PDF document",
                "PAR1             | a Parquet file"
            })
    void fileThatIsNoCsvIsNamed(String content, String message) {
        assertThatThrownBy(() -> FileSignature.requireCsv(input(content.getBytes(StandardCharsets.UTF_8)), true))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("standard input is " + message);
    }

    @Test
    void archivesAreNamed() throws IOException {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        new GZIPOutputStream(gzip).close();

        assertRefused(zip("[Content_Types].xml"), "an Excel workbook. Save it as CSV UTF-8");
        assertRefused(zip("data.csv"), "a ZIP archive. Pipe it through 'funzip'.");
        assertRefused(gzip.toByteArray(), "a gzip archive. Pipe it through 'gunzip -c'.");
        assertRefused(
                "BZh91AY&SY".getBytes(StandardCharsets.US_ASCII), "a bzip2 archive. Pipe it through 'bunzip2 -c'.");
        assertRefused(new byte[] {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, 0}, "an Excel workbook");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a,b", "[id],[name]", "{id};x", "{\"a\":1},x", "<5,>5", "", "PK,name", "\"{\"\"a\"\":1}\",x"})
    void csvIsAccepted(String content) throws IOException {
        Input input = input(content.getBytes(StandardCharsets.UTF_8));

        FileSignature.requireCsv(input, true);

        assertThat(input.open().readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo(content);
    }

    @Test
    void recordsWithoutHeaderMayBeJson() {
        assertThatNoException()
                .isThrownBy(
                        () -> FileSignature.requireCsv(input("{\"a\": 1}\n".getBytes(StandardCharsets.UTF_8)), false));
    }

    private static void assertRefused(byte[] content, String message) {
        assertThatThrownBy(() -> FileSignature.requireCsv(input(content), false))
                .hasMessageContaining("is " + message);
    }

    private static byte[] zip(String entry) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(entry));
        }
        return bytes.toByteArray();
    }

    private static Input input(byte[] content) {
        return new InputSources(Path.of("."), new ByteArrayInputStream(content), InputRules.ANY)
                .find(List.of("-"))
                .list()
                .get(0);
    }
}
