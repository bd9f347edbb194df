package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LoginThrottleTests {

    private Instant now = Instant.parse("2026-11-20T02:30:00Z");
    private final LoginThrottle throttle = new LoginThrottle(() -> now);

    @Test
    void threeAttemptsAreFree() {
        assertThat(attempt("alice")).isZero();
        assertThat(attempt("alice")).isZero();
        assertThat(attempt("alice")).isZero();
        assertThat(attempt("alice")).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void eachFailureDoublesTheWaitUpToAMinute() {
        failures("alice", 3);

        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            assertThat(attempt("alice")).isEqualTo(Duration.ofSeconds(seconds));
            now = now.plusSeconds(seconds);
            assertThat(attempt("alice")).isZero();
        }
    }

    @Test
    void throttledAttemptDoesNotCount() {
        failures("alice", 3);

        for (int attempt = 0; attempt < 100; attempt++) {
            attempt("alice");
        }

        assertThat(attempt("alice")).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void successResetsTheFailures() {
        failures("alice", 3);

        throttle.succeeded("here", "alice");

        assertThat(attempt("alice")).isZero();
        assertThat(attempt("alice")).isZero();
    }

    @Test
    void failuresExpireAfterAQuarterOfAnHour() {
        failures("alice", 3);

        now = now.plus(Duration.ofMinutes(16));
        failures("alice", 3);

        assertThat(attempt("alice")).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void otherNetworkIsNotThrottled() {
        failures("alice", 3);

        assertThat(attempt("alice")).isPositive();
        assertThat(throttle.attempt("elsewhere", "alice")).isZero();
    }

    @Test
    void networkWithManyNamesIsThrottled() {
        for (int name = 0; name < 30; name++) {
            assertThat(attempt("name" + name)).isZero();
        }

        assertThat(attempt("another")).isPositive();
        assertThat(throttle.attempt("elsewhere", "another")).isZero();
    }

    @Test
    void successDoesNotResetItsNetwork() {
        for (int name = 0; name < 29; name++) {
            attempt("name" + name);
        }
        attempt("mallory");
        now = now.plusSeconds(1);
        throttle.succeeded("here", "mallory");

        attempt("another");

        assertThat(attempt("yet another")).isPositive();
    }

    private void failures(String name, int count) {
        for (int failure = 0; failure < count; failure++) {
            attempt(name);
        }
    }

    private Duration attempt(String name) {
        return throttle.attempt("here", name);
    }
}
