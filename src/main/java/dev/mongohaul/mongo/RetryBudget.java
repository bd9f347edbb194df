package dev.mongohaul.mongo;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * Time that all operations of an import share for retries after transient errors: a step-down, a restart, a network outage.
 *
 * <p>The time is granted once per outage, not once per operation: after one operation has used it up, the others are
 * attempted once each until one succeeds, so that a run whose server stays away ends soon. {@link #hurry()} shortens the
 * time when the process has to end. Thread-safe; one instance serves all threads.
 */
public final class RetryBudget {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    /** Attempts every operation once. */
    public static final RetryBudget NONE = new RetryBudget(Duration.ZERO);

    /** Longest time after {@link #hurry()}: enough for a restart of a local server, and for most elections. */
    private static final Duration IN_A_HURRY = Duration.ofSeconds(3);

    static final ThreadLocal<long[]> WAITED_NANOS = ThreadLocal.withInitial(() -> new long[1]);

    private final Duration allowed;
    final Duration firstPause;
    final State state;

    /** @param allowed time from the first failure of an operation on */
    public RetryBudget(Duration allowed) {
        this(allowed, FIRST_PAUSE);
    }

    /** @param firstPause before the second attempt */
    RetryBudget(Duration allowed, Duration firstPause) {
        this(allowed, firstPause, new State());
    }

    private RetryBudget(Duration allowed, Duration firstPause, State state) {
        this.allowed = allowed;
        this.firstPause = firstPause;
        this.state = state;
    }

    /** Returns a budget with another time that shares the state of this one. */
    public RetryBudget lasting(Duration otherTime) {
        return new RetryBudget(otherTime, firstPause, state);
    }

    /** Limits the time to {@code 3 s} from now on, because the process has to end. */
    public void hurry() {
        state.hurried = true;
    }

    /**
     * Runs an idempotent operation, and repeats it after transient errors, even if an attempt may have succeeded.
     *
     * @param doing the operation, to follow "MongoDB cannot", for example {@code save the checkpoint}
     * @throws TransientServerException when the time is up
     * @throws RuntimeException of the operation for any other reason
     */
    public <T> T call(String doing, Supplier<T> operation) {
        RetryTimer timer = timer(doing);
        while (true) {
            try {
                T result = operation.get();
                timer.succeeded();
                return result;
            } catch (RuntimeException failure) {
                timer.pauseOrThrow(failure);
            }
        }
    }

    /** As {@link #call}, for an operation without a result. */
    public void run(String doing, Runnable operation) {
        call(doing, () -> {
            operation.run();
            return true;
        });
    }

    /** Returns the timer of one operation whose caller makes the attempts. */
    public RetryTimer timer(String doing) {
        return new RetryTimer(doing, this);
    }

    /**
     * Returns the time that this thread has waited for servers after transient errors since its start, from the first failure
     * of an operation to its last pause.
     */
    public static long nanosWaitedByThisThread() {
        return WAITED_NANOS.get()[0];
    }

    Duration allowed() {
        if (state.exhausted) {
            return Duration.ZERO;
        }
        return state.hurried && allowed.compareTo(IN_A_HURRY) > 0 ? IN_A_HURRY : allowed;
    }

    /** State of the server and the process. */
    static final class State {
        private volatile boolean hurried;
        volatile boolean exhausted;
    }
}
