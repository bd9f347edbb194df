package dev.mongohaul.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MistakenCharsetTests {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "windows-1252, Käthe, true",
        "ISO-8859-1, Straße, true",
        "windows-1251, Жук, true",
        "windows-1252, 5 €, true",
        "windows-1252, Kathe, false",
        "UTF-8, Käthe, false",
        "Shift_JIS, Käthe, false"
    })
    void textInUtf8IsFound(String charset, String text, boolean found) throws IOException {
        Files.writeString(folder.resolve("a.csv"), "k,v\n1," + text + "\n");

        Optional<String> mistake = find(charset);

        assertThat(mistake.isPresent()).isEqualTo(found);
        mistake.ifPresent(sentence -> assertThat(sentence)
                .startsWith("a.csv is read as " + charset)
                .contains("If it is UTF-8, set source.charset"));
    }

    @ParameterizedTest
    @CsvSource({"windows-1252, Käthe", "windows-1251, Жук", "ISO-8859-7, Αθήνα", "windows-1252, é"})
    void textInTheCharsetIsNot(String charset, String text) throws IOException {
        Files.write(folder.resolve("a.csv"), ("k,v\n1," + text + "\n").getBytes(Charset.forName(charset)));

        assertThat(find(charset)).isEmpty();
    }

    @Test
    void characterMayBeCutAtTheEndOfTheBeginning() throws IOException {
        for (int length = (64 << 10) - 8; length <= (64 << 10) - 3; length++) {
            Files.writeString(folder.resolve("a.csv"), "k\n" + "x".repeat(length - 2) + "€€€\n");

            assertThat(find("windows-1252"))
                    .as("%d", length)
                    .hasValueSatisfying(word -> assertThat(word).contains("€"));
        }
    }

    private Optional<String> find(String charset) throws IOException {
        Inputs inputs = InputSources.in(folder).find(List.of("a.csv"));
        return MistakenCharset.of(inputs, InputSurvey.of(inputs, Dialects.in(Charset.forName(charset))));
    }
}
