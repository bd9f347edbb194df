package dev.mongohaul.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTests {

    private static final Backoff BACKOFF =
            new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(30), new Random(20261120));

    @ParameterizedTest
    @CsvSource({"1, 10", "2, 20", "3, 40", "8, 1280", "9, 1800", "1000, 1800"})
    void waitDoublesUpToTheLongest(int attempts, long seconds) {
        for (int again = 0; again < 100; again++) {
            assertThat(BACKOFF.after(attempts))
                    .isBetween(Duration.ofMillis(500 * seconds), Duration.ofSeconds(seconds));
        }
    }

    @Test
    void delaysOfTheSameMomentDiffer() {
        assertThat(BACKOFF.after(1)).isNotEqualTo(BACKOFF.after(1));
    }

    @ParameterizedTest
    @CsvSource({"60, 60", "86400, 1800"})
    void retryAfterIsHonouredUpToTheLongestDelay(long asked, long granted) {
        assertThat(BACKOFF.after(1, Duration.ofSeconds(asked))).isEqualTo(Duration.ofSeconds(granted));
    }
}
