package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.infer.column.YamlScalars;
import dev.mongohaul.job.file.WrittenPlace;
import dev.mongohaul.job.file.WrittenSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

class YamlScalarsTests {

    private static final String SOUP = "ab ,:#-?!&*[]{}|>'\"%@`~=<\\\t\n\r\0\u0085\u2028\uFEFFé日𝄞0179.eEnulltrue";

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyTextIsReadAsItWas(long seed) {
        String text = text(new Random(seed));
        String scalar = YamlScalars.of(text);
        WrittenSettings read = new WrittenSettings(
                "key: " + scalar + "\n" + scalar + ": value\nlist: " + YamlScalars.value(List.of(text, "x")) + "\n",
                new WrittenPlace("test", 1, Path.of("")));

        JsonNode root = read.root();
        assertThat(read.problems()).as("seed %d: %s", seed, scalar).isEmpty();
        assertThat(root.has(text)).as("seed %d: %s", seed, scalar).isTrue();
        assertThat(root.get("key")).as("seed %d: %s", seed, scalar).isEqualTo(new StringNode(text));
        assertThat(root.get("list")).as("seed %d: %s", seed, scalar).hasSize(2);
        assertThat(root.get("list").get(0)).as("seed %d: %s", seed, scalar).isEqualTo(new StringNode(text));
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int[] soup = SOUP.codePoints().toArray();
        for (int length = 1 + random.nextInt(8); length > 0; length--) {
            text.appendCodePoint(soup[random.nextInt(soup.length)]);
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({"true", "null", "~", "007", "1e3", "-1.5", "0x1F", ".inf", "''"})
    void textThatLooksLikeAnotherTypeIsQuoted(String text) {
        assertThat(YamlScalars.of(text)).isEqualTo('"' + text + '"');
    }

    @Test
    void plainTextIsNotQuoted() {
        assertThat(YamlScalars.of("U.S. Sales")).isEqualTo("U.S. Sales");
    }

    @Test
    void commentsAreAlignedAndStayComments() {
        List<GuessRow> rows = List.of(
                GuessRow.of("", "a", 1).because("one"),
                GuessRow.of("", "long", 22).because("two\nevil: 3"),
                GuessRow.of("", "none", 0));

        assertThat(new Guess(rows, 1, null, List.of(), List.of(), Map.of()).text())
                .isEqualTo("a: 1      # one\nlong: 22  # two?evil: 3\nnone: 0\n");
    }
}
