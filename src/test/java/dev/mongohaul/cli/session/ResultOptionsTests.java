package dev.mongohaul.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultOptionsTests {

    @ParameterizedTest
    @CsvSource({
        "auto, '', xterm, true",
        "auto, '', '', true",
        "never, '', xterm, false",
        "auto, 1, xterm, false",
        "auto, '', dumb, false"
    })
    void colorsCanBeTurnedOff(String color, String noColor, String term, boolean wanted) {
        assertThat(ResultOptions.areWanted(color, Map.of("NO_COLOR", noColor, "TERM", term)))
                .isEqualTo(wanted);
    }
}
