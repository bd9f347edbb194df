package dev.mongohaul.report.overview;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Query that runs once at a time. Callers that wait for their turn share the next answer, which is not older than their call.
 * Thread-safe.
 */
final class SharedQuery<T> {

    private final Lock turn = new ReentrantLock();
    private @Nullable Call<T> next;

    /** Returns the answer of a query that begins after this call, of this caller or of another one. */
    T answer(Supplier<T> query) {
        Call<T> call = join();
        turn.lock();
        try {
            leave(call);
            return call.answer(query);
        } finally {
            turn.unlock();
        }
    }

    private synchronized Call<T> join() {
        Call<T> joined = next == null ? new Call<>() : next;
        next = joined;
        return joined;
    }

    private synchronized void leave(Call<T> begun) {
        if (next == begun) {
            next = null;
        }
    }

    /** One query with its callers; only the one whose turn it is uses it. */
    private static final class Call<T> {

        private @Nullable T answer;
        private @Nullable RuntimeException failure;

        T answer(Supplier<T> query) {
            if (failure != null) {
                throw failure;
            }
            T known = answer;
            if (known == null) {
                try {
                    known = query.get();
                } catch (RuntimeException e) {
                    failure = e;
                    throw e;
                }
                answer = known;
            }
            return known;
        }
    }
}
