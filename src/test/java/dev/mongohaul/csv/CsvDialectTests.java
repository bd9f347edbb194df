package dev.mongohaul.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.dialect.CsvDialect;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvDialectTests {

    @ParameterizedTest
    @ValueSource(chars = {'\r', '\n', '\0', 'é', '€'})
    void delimiterAndQuoteAreOneAsciiCharacterInALine(char character) {
        assertThatThrownBy(() -> separators(character, "\""))
                .hasMessageStartingWith("delimiter: ")
                .hasMessageEndingWith("is not a delimiter: one ASCII character that is no line break and no NUL");
        assertThatThrownBy(() -> separators(',', String.valueOf(character))).hasMessageContaining("is not a quote");
    }

    @Test
    void delimiterAndQuoteDiffer() {
        assertThatThrownBy(() -> separators('"', "\"")).hasMessageContaining("is the delimiter too");
    }

    @Test
    void escapeIsAnotherCharacterThanDelimiterAndQuote() {
        assertThatThrownBy(() -> escaped('"')).hasMessageContaining("is the delimiter or the quote too");
        assertThatThrownBy(() -> escaped(',')).hasMessageContaining("is the delimiter or the quote too");
        assertThatThrownBy(() -> escaped('\n')).hasMessageContaining("the character U+000A is not an escape");
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
                .hasMessage("skip-lines: -1 is not a count: 0 or more");
        assertThatThrownBy(() ->
                        new Dialects(null, null, null, null, null, null, "#\n", null, null, null, null).toDialect())
                .hasMessageContaining("is not the beginning of a line");
        assertThatThrownBy(() -> Dialects.withMaxRecordBytes(0))
                .hasMessage("The longest record is given as 0 bytes; allowed are 1 to 1,073,741,824");
    }

    @ParameterizedTest
    @ValueSource(strings = {"IBM037", "IBM500", "IBM1047"})
    void charsetWithOtherLineEndsIsRefused(String name) {
        assertThatThrownBy(() -> Dialects.in(Charset.forName(name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has other bytes than ASCII for delimiters, quotes or line ends");
    }

    private static CsvDialect escaped(char escape) {
        return new Dialects(null, null, null, escape, null, null, null, null, null, null, null).toDialect();
    }

    private static CsvDialect separators(char delimiter, String quote) {
        return new Dialects(null, delimiter, quote, null, null, null, null, null, null, null, null).toDialect();
    }
}
