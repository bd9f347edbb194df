package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoInterruptedException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SentTogetherTests {

    @Test
    void commandsRunAtTheSameTimeAndResultsKeepTheirOrder() {
        CyclicBarrier all = new CyclicBarrier(3);

        List<Integer> results = SentTogether.results(List.of(meeting(all, 1), meeting(all, 2), meeting(all, 3)));

        assertThat(results).containsExactly(1, 2, 3);
    }

    @Test
    void commandsOfCommandsRunAtTheSameTime() {
        CyclicBarrier all = new CyclicBarrier(4);
        Supplier<List<Integer>> two = () -> SentTogether.results(List.of(meeting(all, 1), meeting(all, 2)));

        assertThat(SentTogether.results(List.of(two, two))).containsExactly(List.of(1, 2), List.of(1, 2));
    }

    @Test
    void firstFailureIsThrownWhenAllHaveEnded() {
        CountDownLatch thrown = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();

        assertThatThrownBy(() -> SentTogether.run(
                        () -> fail("the first", thrown),
                        () -> {
                            await(thrown);
                            ended.set(true);
                        },
                        () -> fail("the third", thrown)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the first");

        assertThat(ended).isTrue();
    }

    @Test
    void interruptionEndsTheWait() {
        CountDownLatch never = new CountDownLatch(1);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> SentTogether.run(() -> {}, () -> await(never)))
                .isInstanceOf(MongoInterruptedException.class);

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void noCommandHasNoResult() {
        assertThat(SentTogether.results(List.of())).isEmpty();
    }

    private static Supplier<Integer> meeting(CyclicBarrier all, int result) {
        return () -> {
            try {
                all.await(30, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException("not at the same time", e);
            }
            return result;
        };
    }

    private static void fail(String message, CountDownLatch thrown) {
        thrown.countDown();
        throw new IllegalStateException(message);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MongoInterruptedException("interrupted", e);
        }
    }
}
