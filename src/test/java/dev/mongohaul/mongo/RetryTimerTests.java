package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.Level;

class RetryTimerTests {

    private final MongoException failure = new MongoException(91, "shutting down\nsecond line");

    private final List<Long> pausesMillis = new ArrayList<>();
    private long nowNanos = Long.MAX_VALUE - 5;

    /** Without the random part. */
    private final RetryBudget retries = new RetryBudget(Duration.ofSeconds(6), Duration.ofMillis(100), () -> -1L);

    private final RetryTimer rideThrough = new RetryTimer("write documents", retries, () -> nowNanos, this::sleep);

    @Test
    void pausesDoubleToTwoSecondsWithinTheAllowedTime() {
        while (rideThrough.pause(failure)) {
            assertThat(pausesMillis).hasSizeLessThan(20);
        }

        assertThat(pausesMillis).containsExactly(100L, 200L, 400L, 800L, 1600L, 2000L, 900L);
    }

    @Test
    void overloadedServerIsAwaitedLongerWithLongPauses() {
        MongoException overloaded = new MongoException(463, "overloaded");
        while (rideThrough.pause(overloaded)) {
            assertThat(pausesMillis).hasSizeLessThan(50);
        }

        assertThat(pausesMillis)
                .startsWith(1000L, 2000L, 4000L, 8000L, 15000L, 15000L)
                .hasSize(19);
        assertThat(pausesMillis.stream().mapToLong(Long::longValue).sum()).isEqualTo(240_000);
        assertThat(retries.overloaded()).isEqualTo(Duration.ofSeconds(240));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RetryableError", "SystemOverloadedError"})
    void labelSaysThatAServerIsOverloaded(String label) {
        MongoException overloaded = new MongoException(1, "busy");
        overloaded.addLabel(label);
        rideThrough.pause(overloaded);

        assertThat(pausesMillis).containsExactly(1000L);
    }

    /** Otherwise two errors in turn would be retried for ever. */
    @Test
    void timeForOverloadIncludesOtherErrors() {
        while (rideThrough.pause(pausesMillis.size() % 2 == 0 ? new MongoException(462, "overloaded") : failure)) {
            assertThat(pausesMillis).hasSizeLessThan(100);
        }

        assertThat(pausesMillis.stream().mapToLong(Long::longValue).sum()).isBetween(230_000L, 250_000L);
    }

    @Test
    void outageIsInTheLogOnce() {
        assertThat(retries.level(failure)).isEqualTo(Level.WARN);
        rideThrough.pause(failure);
        assertThat(retries.level(failure)).isEqualTo(Level.DEBUG);
        assertThat(retries.level(new IllegalStateException())).isEqualTo(Level.WARN);

        rideThrough.succeeded();

        assertThat(retries.level(failure)).isEqualTo(Level.WARN);
    }

    @Test
    void outageOfOneOperationIsNotEndedByOthersAtOnce() {
        RetryTimer other = new RetryTimer("save the checkpoint", retries, () -> nowNanos, this::sleep);
        rideThrough.pause(failure);
        other.succeeded();
        assertThat(retries.state.failed(nowNanos)).isEqualTo(Level.DEBUG);

        nowNanos += Duration.ofSeconds(21).toNanos();
        other.succeeded();

        assertThat(retries.state.failed(nowNanos)).isEqualTo(Level.WARN);
    }

    @Test
    void overloadOfSeveralThreadsCountsOnce() {
        RetryTimer other = new RetryTimer("save the checkpoint", retries, () -> nowNanos, nanos -> {});
        MongoException overloaded = new MongoException(473, "overloaded");
        other.pause(overloaded);
        rideThrough.pause(overloaded);
        other.pause(overloaded);
        rideThrough.pause(overloaded);
        other.succeeded();
        rideThrough.succeeded();

        assertThat(retries.overloaded()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void pausesOfSeveralThreadsDiffer() {
        RetryBudget random = new RetryBudget(Duration.ofSeconds(6));
        for (int thread = 0; thread < 20; thread++) {
            new RetryTimer("write documents", random, () -> nowNanos, this::sleep).pause(failure);
        }

        assertThat(Set.copyOf(pausesMillis)).hasSizeGreaterThan(5);
        assertThat(pausesMillis).allSatisfy(pause -> assertThat(pause).isBetween(50L, 100L));
    }

    @Test
    void stopEndsALongPause() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        RetryBudget stoppable = retries.until(() -> looks.incrementAndGet() > 2);
        long begun = System.nanoTime();

        stoppable.sleep(Duration.ofSeconds(60).toNanos());

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void missingRightIsNamedWithoutAPause() {
        MongoException refused = new MongoException(
                13,
                "Command failed with error 13 (Unauthorized): 'not authorized on shop to execute command { insert: 1");

        assertThat(rideThrough.pause(refused)).isFalse();
        assertThat(pausesMillis).isEmpty();
        assertThat(rideThrough.expired(refused))
                .hasMessageStartingWith(
                        "MongoDB could not write documents: the user is not authorized on shop to execute insert; give it the"
                                + " role readWrite on shop");
    }

    @Test
    void timeOfAttemptsCounts() {
        rideThrough.pause(failure);
        nowNanos += Duration.ofMillis(5850).toNanos();

        assertThat(rideThrough.pause(failure)).isTrue();
        assertThat(rideThrough.pause(failure)).isFalse();
        assertThat(pausesMillis).containsExactly(100L, 50L);
    }

    @Test
    void successResetsTheTime() {
        while (rideThrough.pause(failure)) {
            assertThat(pausesMillis).hasSizeLessThan(20);
        }
        rideThrough.succeeded();
        pausesMillis.clear();

        assertThat(rideThrough.pause(failure)).isTrue();
        assertThat(pausesMillis).containsExactly(100L);
    }

    @Test
    void waitedTimeIncludesFailedAttempts() {
        long before = RetryBudget.nanosWaitedByThisThread();
        rideThrough.pause(failure);
        nowNanos += Duration.ofMillis(50).toNanos();
        rideThrough.pause(failure);
        nowNanos += Duration.ofMillis(70).toNanos();
        rideThrough.succeeded();
        nowNanos += Duration.ofMinutes(5).toNanos();
        rideThrough.pause(failure);

        assertThat(Duration.ofNanos(RetryBudget.nanosWaitedByThisThread() - before))
                .isEqualTo(Duration.ofMillis(100 + 50 + 200 + 100));
    }

    @Test
    void waitedTimeEndsWithTheAllowedTime() {
        long before = RetryBudget.nanosWaitedByThisThread();
        rideThrough.pause(failure);
        nowNanos += Duration.ofSeconds(30).toNanos();

        assertThat(rideThrough.pause(failure)).isFalse();
        assertThat(Duration.ofNanos(RetryBudget.nanosWaitedByThisThread() - before))
                .isEqualTo(Duration.ofMillis(30_100));
    }

    @Test
    void withoutTimeThereIsNoSecondAttempt() {
        assertThat(new RetryTimer("write documents", RetryBudget.NONE, () -> nowNanos, this::sleep).pause(failure))
                .isFalse();
    }

    @Test
    void interruptionEndsTheWaitAndStaysVisible() {
        RetryTimer interrupted =
                new RetryTimer("write documents", new RetryBudget(Duration.ofSeconds(1)), () -> nowNanos, nanos -> {
                    throw new InterruptedException();
                });

        assertThatThrownBy(() -> interrupted.pause(failure))
                .isInstanceOf(TransientServerException.class)
                .hasMessageContaining("was interrupted")
                .hasMessageContaining("code 91: shutting down")
                .hasMessageNotContaining("second line");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void messageContainsTimeAndReason() {
        assertThat(TransientServerException.expired(
                        "write documents", Duration.ofMillis(1500), new MongoException("x".repeat(300))))
                .hasMessageStartingWith("MongoDB could not write documents for 1.5 s: ")
                .hasMessageContaining("x".repeat(200) + "…")
                .hasMessageNotContaining("x".repeat(201));
    }

    private void sleep(long nanos) {
        pausesMillis.add(Duration.ofNanos(nanos).toMillis());
        nowNanos += nanos;
    }
}
