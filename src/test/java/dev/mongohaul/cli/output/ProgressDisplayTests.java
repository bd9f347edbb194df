package dev.mongohaul.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.output.ProgressDisplay.Pace;
import dev.mongohaul.repository.figure.Counts;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressDisplayTests {

    private static final long START = TimeUnit.SECONDS.toNanos(100);

    @Test
    void rateCountsFromTheStartOfTheRun() {
        Pace pace = new Pace(START, 1_000_000, 0);

        assertThat(pace.figures(read(1_300_000, 0), at(2))).isEqualTo("1,300,000 records, 150,000/s");
    }

    @Test
    void rateIsHiddenInTheFirstSecond() {
        Pace pace = new Pace(START, 0, 0);

        assertThat(pace.figures(read(5_000, 0), START + 1)).isEqualTo("5,000 records");
    }

    @Test
    void rejectsAreShownIfThereAreAny() {
        Pace pace = new Pace(START, 0, 0);

        assertThat(pace.figures(read(5_000, 1_234), START)).isEqualTo("5,000 records, 1,234 rejected");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "0|500|1000|10|, 50 % done, 10 s left",
                "400|500|1000|10|, 50 % done, 50 s left",
                "0|1|1000|10|, 0 % done, 2:46:30 left",
                "0|1000|1000|10|, 100 % done, 0 s left",
                "0|500|0|10|''",
                "500|500|1000|10|''"
            })
    void timeLeftFollowsFromTheBytesOfTheRun(long from, long position, long end, int seconds, String outlook) {
        assertThat(new Pace(START, 0, from).outlook(position, end, at(seconds))).isEqualTo(outlook);
    }

    private static long at(int seconds) {
        return START + TimeUnit.SECONDS.toNanos(seconds);
    }

    private static Counts read(long records, long rejected) {
        return new Counts(records, records - rejected, 0, rejected, 0);
    }
}
