package dev.mongohaul.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvDialectTests {

    @ParameterizedTest
    @ValueSource(chars = {'\r', '\n', '\0', 'é', '€'})
    void delimiterAndQuoteAreOneAsciiCharacterInALine(char character) {
        assertThatThrownBy(() -> separators(character, "\""))
                .hasMessageStartingWith("The delimiter is ")
                .hasMessageEndingWith("it must be one ASCII character other than a line break and NUL");
        assertThatThrownBy(() -> separators(',', String.valueOf(character))).hasMessageStartingWith("The quote is ");
    }

    @Test
    void delimiterAndQuoteDiffer() {
        assertThatThrownBy(() -> separators('"', "\""))
                .hasMessage("The delimiter and the quote are both '\"'; they must differ");
    }

    @Test
    void escapeIsAnotherCharacterThanDelimiterAndQuote() {
        assertThatThrownBy(() -> escaped('"')).hasMessage("The escape is '\"', as the quote is; they must differ");
        assertThatThrownBy(() -> escaped(',')).hasMessage("The escape is ',', as the delimiter is; they must differ");
        assertThatThrownBy(() -> escaped('\n')).hasMessageStartingWith("The escape is U+000A");
        assertThat(escaped('^').escape()).isEqualTo('^');
    }

    @Test
    void anyOtherAsciiCharacterIsAllowed() {
        for (char delimiter = 1; delimiter < 0x80; delimiter++) {
            if (delimiter != '\r' && delimiter != '\n' && delimiter != '\'') {
                assertThat(separators(delimiter, "'").delimiter()).isEqualTo(delimiter);
            }
        }
    }

    @Test
    void limitsAreChecked() {
        assertThatThrownBy(
                        () -> new Dialects(null, null, null, null, null, -1, null, null, null, null, null).toDialect())
                .hasMessage("skip-lines is -1; it must be 0 or more");
        assertThatThrownBy(() ->
                        new Dialects(null, null, null, null, null, null, "#\n", null, null, null, null).toDialect())
                .hasMessageStartingWith("The comment prefix holds a line break");
        assertThatThrownBy(() -> Dialects.withMaxRecordBytes(0))
                .hasMessage("The longest record is given as 0 bytes; allowed are 1 to 1,073,741,824");
    }

    @ParameterizedTest
    @ValueSource(strings = {"IBM037", "IBM500", "IBM1047"})
    void charsetWithOtherLineEndsIsRefused(String name) {
        assertThatThrownBy(() -> Dialects.in(Charset.forName(name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("so its line ends are unknown; convert the file to UTF-8");
    }

    private static CsvDialect escaped(char escape) {
        return new Dialects(null, null, null, escape, null, null, null, null, null, null, null).toDialect();
    }

    private static CsvDialect separators(char delimiter, String quote) {
        return new Dialects(null, delimiter, quote, null, null, null, null, null, null, null, null).toDialect();
    }
}
