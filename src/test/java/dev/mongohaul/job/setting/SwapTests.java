package dev.mongohaul.job.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SwapTests {

    @ParameterizedTest
    @CsvSource({
        "90%, 100, 90",
        "90%, 101, 91",
        "90%, 1, 1",
        "90%, 0, 0",
        "12.5%, 8, 1",
        "0%, 5, 0",
        "100%, 9000000000000, 9000000000000",
        "7, 100, 7"
    })
    void minimumIsACountOrAPercentageThatIsRoundedUp(String minimum, long present, long needed) {
        assertThat(MinRecords.parse(minimum).toReplace(present)).isEqualTo(needed);
    }

    @ParameterizedTest
    @CsvSource({"90%, 412000, 1000000, 41%", "90%, 2, 3, 66%", "90%, 0, 10, 0%", "50, 49, 1000, 49"})
    void suggestedMinimumPasses(String minimum, long documents, long present, String suggested) {
        MinRecords passing = MinRecords.parse(minimum).passedBy(documents, present);

        assertThat(passing).hasToString(suggested);
        assertThat(passing.toReplace(present)).isLessThanOrEqualTo(documents);
    }

    @ParameterizedTest
    @ValueSource(strings = {"101%", "-1", "", "%", "1.5", "unlimited", "1e3"})
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> MinRecords.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
