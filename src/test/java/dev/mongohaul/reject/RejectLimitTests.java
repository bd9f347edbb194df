package dev.mongohaul.reject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RejectLimitTests {

    @ParameterizedTest
    @CsvSource({"0, 0, false", "0, 1, true", "12, 12, false", "12, 13, true"})
    void countIsExceededByOneMore(long limit, long rejects, boolean exceeded) {
        assertThat(new RejectLimit(limit, null).exceededBy(rejects, 1_000_000, false))
                .isEqualTo(exceeded);
    }

    @ParameterizedTest
    @CsvSource({
        "1,   100, 10000, false",
        "1,   101, 10000, true",
        "0.5,  50, 10000, false",
        "0.5,  51, 10000, true",
        "0,     1, 10000, true",
        "100, 10000, 10000, false",
        "33.33333333333333333333, 3333, 10000, false",
        "1, 92233720368547758, 9223372036854775807, false",
        "1, 92233720368547759, 9223372036854775807, true"
    })
    void percentageIsOfTheRecordsRead(BigDecimal percent, long rejects, long read, boolean exceeded) {
        assertThat(new RejectLimit(0, percent).exceededBy(rejects, read, false)).isEqualTo(exceeded);
    }

    @ParameterizedTest
    @CsvSource({
        "9999, false, false",
        "10000, false, true",
        "9999, true, true",
        "200, true, true",
    })
    void percentageIsCheckedFromTenThousandRecords(long read, boolean atEnd, boolean exceeded) {
        assertThat(RejectLimit.parse("1%").exceededBy(200, read, atEnd)).isEqualTo(exceeded);
    }

    @Test
    void percentageOfNothingIsNotExceeded() {
        assertThat(new RejectLimit(0, BigDecimal.ZERO).exceededBy(0, 0, true)).isFalse();
    }

    @Test
    void unlimitedIsNeverExceeded() {
        assertThat(RejectLimit.UNLIMITED.exceededBy(Long.MAX_VALUE, Long.MAX_VALUE, true))
                .isFalse();
    }

    @Test
    void messageHasTheNumbers() {
        assertThat(RejectLimit.parse("1.5%").exceededMessage(1204, 52000))
                .isEqualTo("The reject limit 1.5% is exceeded: 1,204 of 52,000 records (2.32 %) are rejected");
        assertThat(RejectLimit.parse("0").exceededMessage(1, 1))
                .isEqualTo("The reject limit 0 is exceeded: 1 of 1 record (100.00 %) is rejected");
        assertThat(RejectLimit.parse("0").exceededMessage(1, 84_895))
                .isEqualTo("The reject limit 0 is exceeded: 1 of 84,895 records is rejected");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, 0",
        "1, 1, 1 (or 100%)",
        "4, 10, 4 (or 40%)",
        "37, 1000, 37 (or 4%)",
        "10, 1000, 10 (or 1%)",
        "3, 1000, 3 (or 0.3%)",
        "32, 10000, 32 (or 0.4%)",
        "1, 3000000, 1 (or 0.00004%)",
        "1, 3000000000, 1 (or 0.000001%)",
        "9999, 10000, 9999 (or 100%)"
    })
    void passingLimitIsTheSmallestThatPasses(long rejects, long read, String shown) {
        PassingLimit passing = PassingLimit.OF_NOTHING.after(rejects, read, true);

        assertThat(passing).hasToString(shown);
        for (String limit : shown.split("[^0-9.%]+", 0)) {
            assertThat(RejectLimit.parse(limit).exceededBy(rejects, read, true)).isFalse();
        }
    }

    @Test
    void passingPercentageIsTheHighestThatWasChecked() {
        PassingLimit passing = PassingLimit.OF_NOTHING
                .after(1_000, 2_000, false)
                .after(1_500, 10_000, false)
                .after(1_501, 100_000, true);

        assertThat(passing).hasToString("1501 (or 15%)");
        assertThat(passing.inPlaceOf(RejectLimit.parse("3"))).isEqualTo("1501");
        assertThat(passing.inPlaceOf(RejectLimit.parse("3%"))).isEqualTo("15%");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.1", "100.1"})
    void percentageOutsideOfHundredIsRefused(BigDecimal percent) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RejectLimit(0, percent))
                .withMessage("rejects.limit " + percent + "%: a percentage is from 0% to 100%");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "25, 25", "0.50%, 0.5%", "0.5%, 0.5%", "100%, 100%", "100.000000%, 100%", "unlimited, unlimited"
    })
    void limitIsReadAsAJobFileWritesIt(String text, String plain) {
        assertThat(RejectLimit.parse(text)).hasToString(plain).isEqualTo(RejectLimit.parse(plain));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-1", "1.5", "0%", "0.000%", "100.1%", "1e3", "all", "Unlimited", "9999999999999999999"})
    void otherTextIsNoLimit(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> RejectLimit.parse(text));
    }
}
