package dev.mongohaul.report.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SharedQueryTests {

    private final SharedQuery<Integer> shared = new SharedQuery<>();
    private final AtomicInteger queries = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Test
    void eachCallAloneHasAnAnswerOfItsOwn() {
        assertThat(shared.answer(queries::incrementAndGet)).isEqualTo(1);
        assertThat(shared.answer(queries::incrementAndGet)).isEqualTo(2);
    }

    @Test
    void callsDuringAQueryShareTheNextOne() throws Exception {
        FutureTask<Integer> first = call(this::held);
        begun.await();
        List<FutureTask<Integer>> others = waiting(queries::incrementAndGet);
        released.countDown();

        assertThat(first.get()).isEqualTo(1);
        for (FutureTask<Integer> other : others) {
            assertThat(other.get()).isEqualTo(2);
        }
        assertThat(queries).hasValue(2);
    }

    @Test
    void failureIsSharedAndDoesNotStay() throws Exception {
        FutureTask<Integer> first = call(this::held);
        begun.await();
        List<FutureTask<Integer>> others = waiting(() -> {
            throw new IllegalStateException("query " + queries.incrementAndGet());
        });
        released.countDown();

        assertThat(first.get()).isEqualTo(1);
        for (FutureTask<Integer> other : others) {
            assertThatThrownBy(other::get).hasRootCauseMessage("query 2");
        }
        assertThat(shared.answer(queries::incrementAndGet)).isEqualTo(3);
    }

    private int held() {
        begun.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return queries.incrementAndGet();
    }

    /** Returns calls that wait for their turn. */
    private List<FutureTask<Integer>> waiting(Supplier<Integer> query) throws InterruptedException {
        List<FutureTask<Integer>> calls = new ArrayList<>();
        for (int caller = 0; caller < 10; caller++) {
            FutureTask<Integer> call = new FutureTask<>(() -> shared.answer(query));
            Thread thread = new Thread(call);
            thread.start();
            while (thread.getState() != Thread.State.WAITING) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            calls.add(call);
        }
        return calls;
    }

    private FutureTask<Integer> call(Supplier<Integer> query) {
        FutureTask<Integer> call = new FutureTask<>(() -> shared.answer(query));
        new Thread(call).start();
        return call;
    }
}
