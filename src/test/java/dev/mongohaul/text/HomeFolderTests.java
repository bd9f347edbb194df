package dev.mongohaul.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HomeFolderTests {

    @ParameterizedTest
    @CsvSource({
        "/home/ada, /srv, /home/ada",
        "?, /srv, /srv",
        "?, '', ?",
        "?, srv, ?",
    })
    void userWithoutAnEntryHasTheHomeOfTheEnvironment(String listed, String named, Path expected) {
        assertThat(HomeFolder.of(listed, Map.of("HOME", named))).isEqualTo(expected);
    }
}
