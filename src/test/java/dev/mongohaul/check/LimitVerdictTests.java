package dev.mongohaul.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.reject.PassingLimit;
import dev.mongohaul.reject.RejectLimit;
import org.junit.jupiter.api.Test;

class LimitVerdictTests {

    @Test
    void keptLimitIsNotExceeded() {
        LimitVerdict verdict = within("2").after(2, 100, false).after(2, 200, true);

        assertThat(verdict.exceeded()).isFalse();
        assertThat(verdict.atRecord()).isZero();
    }

    @Test
    void firstExcessCounts() {
        LimitVerdict verdict =
                within("2").after(2, 100, false).after(3, 200, false).after(9, 300, true);

        assertThat(verdict.atRecord()).isEqualTo(200);
        assertThat(verdict.rejects()).isEqualTo(3);
        assertThat(verdict.atEnd()).isFalse();
        assertThat(verdict.passing()).as("of all records").hasToString("9 (or 3%)");
    }

    @Test
    void percentageOfAShortInputIsJudgedAtItsEnd() {
        LimitVerdict verdict = within("1%").after(50, 100, false);

        assertThat(verdict.exceeded()).isFalse();
        assertThat(verdict.after(50, 100, true))
                .isEqualTo(new LimitVerdict(
                        RejectLimit.parse("1%"), 100, 50, true, PassingLimit.OF_NOTHING.after(50, 100, true)));
    }

    @Test
    void exceededPercentageStaysExceeded() {
        LimitVerdict verdict = within("1%").after(200, 10_000, false).after(200, 1_000_000, true);

        assertThat(verdict.atRecord()).isEqualTo(10_000);
    }

    @Test
    void unlimitedIsNeverExceeded() {
        assertThat(within("unlimited").after(100, 100, true).exceeded()).isFalse();
    }

    private static LimitVerdict within(String limit) {
        return LimitVerdict.within(RejectLimit.parse(limit));
    }
}
