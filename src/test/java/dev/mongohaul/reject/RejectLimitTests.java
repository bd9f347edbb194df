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
                .isEqualTo("Reject limit exceeded: 1,204 rejects among 52,000 records read (2.32 %), "
                        + "and rejects.limit is 1.5%. Correct the records and import again, or raise the limit.");
        assertThat(RejectLimit.parse("0").exceededMessage(1, 1))
                .startsWith("Reject limit exceeded: 1 reject among 1 record read (100.00 %), and rejects.limit is 0.");
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
