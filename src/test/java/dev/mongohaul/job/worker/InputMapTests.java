package dev.mongohaul.job.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputMapTests {

    @ParameterizedTest
    @CsvSource({
        "/, /mnt, /in/x, /mnt/in/x",
        "/in, /mnt, /in/x, /mnt/x",
        "/in/, /mnt, /in/x, /mnt/x",
        "/in, /mnt/, /in/x, /mnt/x",
        "/in/x, /mnt/y, /in/x, /mnt/y",
        "/mnt, /, /mnt/in/x, /in/x",
        "/in, /mnt, /inner/x, /inner/x",
        "/in, /mnt, -, -",
    })
    void prefixOfWholeNamesIsReplaced(String prefix, String here, String path, String expected) {
        assertThat(new InputMap(Map.of(prefix, here)).here(path)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"/in/x, /b/x", "/data/x, /a/data/x"})
    void longestPrefixIsReplaced(String path, String expected) {
        assertThat(new InputMap(Map.of("/", "/a", "/in", "/b")).here(path)).isEqualTo(expected);
    }
}
