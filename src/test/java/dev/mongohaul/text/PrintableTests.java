package dev.mongohaul.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTests {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, '\n', '\r', '\t', 0x1B, 0x7F, 0x85, 0x9B, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E,
                0x2066, 0x2069
            })
    void controlAndDirectionCharactersAreEscaped(int character) {
        String escape = String.format("\\u%04x", character);

        assertThat(Printable.of("a" + (char) character + "b")).isEqualTo("a" + escape + "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "été", "שלום", "مرحبا", "😀", "a\\u001b", "\u200B\u200D\uFEFF"})
    void otherTextStaysAsItIs(String text) {
        assertThat(Printable.of(text)).isSameAs(text);
    }

    @Test
    void linesKeepsLineFeedsAndTabs() {
        assertThat(Printable.lines("a\n\tb\r\u001b[2J\u202E\n")).isEqualTo("a\n\tb\\u000d\\u001b[2J\\u202e\n");
    }

    @Test
    void excerptHasAtMostAHundredCharacters() {
        assertThat(Printable.excerpt("😀".repeat(100))).isEqualTo("😀".repeat(100));
        assertThat(Printable.excerpt("😀".repeat(101))).isEqualTo("😀".repeat(100) + "…");
        assertThat(Printable.excerpt("\n".repeat(101))).isEqualTo("\\u000a".repeat(100) + "…");
    }

    @Test
    void shortenedTextIsNotEscapedAndCutsNoPair() {
        assertThat(Printable.shortened("a\nb", 3)).isEqualTo("a\nb");
        assertThat(Printable.shortened("a\nbc", 3)).isEqualTo("a\n…");
        assertThat(Printable.shortened("ab😀c", 4)).isEqualTo("ab…");
    }
}
