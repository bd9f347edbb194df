package dev.mongohaul.mapping.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellPatternTests {

    /** Cells on which the patterns below take as long as they can. */
    private static final List<String> CELLS = Stream.of("a", "é", "ab", "aaaa!", "a ", "😀")
            .map(text -> text.repeat(50_000))
            .toList();

    /** Prints the longest CPU time of a cell; the bound of steps, and not the time, decides. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a+)+b",
                "(a|a)*b",
                "(a|aa)+$",
                "(.*a.*){20}",
                "(a?){50}a{50}",
                "(.*)*x",
                "(\\w+\\s?)*!",
                "((a{0,5}){0,5}){0,5}",
                "(?i)(é|É|e)*z",
                "[\\p{L}\\p{N}]*\\P{L}",
                "(^|a|$)*b",
                ".*.*.*.*.*.*.*.*.*.*=.*",
                "a{900}",
                "(\\b\\w*\\b)*\\d"
            })
    void stepsForACellAreBounded(String text) {
        CellPattern pattern = new CellPattern(text);
        long slowest = 0;
        for (String cell : CELLS) {
            byte[] bytes = cell.getBytes(StandardCharsets.UTF_8);
            int longest = pattern.longestCell();
            slowest = Math.max(slowest, cpuTime(() -> pattern.matches(bytes, 0, longest)));

            assertThat(pattern.matches(bytes, 0, longest + 1)).isFalse();
            assertThat(pattern.refusal(longest + 1)).startsWith("has ").contains("matches takes at most");
        }
        assertThat(pattern.longestCell() * (long) pattern.size()).isBetween(1L, 20_000L);
        System.out.printf("%s: %,d bytes in %,d µs%n", text, pattern.longestCell(), slowest / 1000);
    }

    /** Returns the shortest of three times. */
    private static long cpuTime(Runnable work) {
        return LongStream.generate(() -> {
                    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                    work.run();
                    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
                })
                .limit(3)
                .min()
                .orElseThrow();
    }

    @Test
    void longestCellOfAUsualPatternIsLong() {
        CellPattern pattern = new CellPattern("[^@ ]+@[^@ ]+\\.[a-z]{2,}");
        String address = "a".repeat(1_000) + "@example.com";

        assertThat(pattern.matches(address.getBytes(StandardCharsets.UTF_8), 0, address.length()))
                .isTrue();
    }
}
