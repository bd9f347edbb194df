package dev.mongohaul.mongo;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.event.Level;

/**
 * Time that all operations of an import share for retries after transient errors: a step-down, a restart, a network outage.
 *
 * <p>The time is granted once per outage, not once per operation: after one operation has used it up, the others are
 * attempted once each until one succeeds, so that a run whose server stays away ends soon. {@link #hurry()} shortens the
 * time when the process has to end. Thread-safe; one instance serves all threads.
 *
 * <p>A server that says that it is overloaded is there, and gets {@value #TIMES_FOR_OVERLOAD} times as long.
 */
public final class RetryBudget {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final int TIMES_FOR_OVERLOAD = 40;

    /** Attempts every operation once. */
    public static final RetryBudget NONE = new RetryBudget(Duration.ZERO);

    /** Longest time after {@link #hurry()}: enough for a restart of a local server, and for most elections. */
    private static final Duration IN_A_HURRY = Duration.ofSeconds(3);

    /** A longer pause ends when the process has to end. */
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

    static final ThreadLocal<long[]> WAITED_NANOS = ThreadLocal.withInitial(() -> new long[1]);

    private final Duration allowed;
    final Duration firstPause;
    final RandomGenerator random;
    private final BooleanSupplier stopped;
    final State state;

    /** @param allowed time from the first failure of an operation on */
    public RetryBudget(Duration allowed) {
        this(allowed, FIRST_PAUSE, () -> ThreadLocalRandom.current().nextLong());
    }

    /** @param firstPause before the second attempt */
    RetryBudget(Duration allowed, Duration firstPause, RandomGenerator random) {
        this(allowed, firstPause, random, () -> false, new State());
    }

    private RetryBudget(
            Duration allowed, Duration firstPause, RandomGenerator random, BooleanSupplier stopped, State state) {
        this.allowed = allowed;
        this.firstPause = firstPause;
        this.random = random;
        this.stopped = stopped;
        this.state = state;
    }

    /** Returns a budget with another time that shares the state of this one. */
    public RetryBudget lasting(Duration otherTime) {
        return new RetryBudget(otherTime, firstPause, random, stopped, state);
    }

    /** Returns a budget of the same state that is in a hurry once something has to stop. */
    public RetryBudget until(BooleanSupplier stop) {
        return new RetryBudget(allowed, firstPause, random, stop, state);
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

    /**
     * Returns the level at which a process that tries again by itself logs a failure: DEBUG for an outage of the server that is in
     * the log already.
     */
    public Level level(Throwable failure) {
        return ServerStates.isServerState(failure) ? state.failed(System.nanoTime()) : Level.WARN;
    }

    /** Returns how long servers said that they are overloaded, since this process began. */
    public Duration overloaded() {
        return state.overloaded();
    }

    Duration allowed() {
        return within(allowed);
    }

    Duration allowedOverload() {
        return within(allowed.multipliedBy(TIMES_FOR_OVERLOAD));
    }

    private Duration within(Duration time) {
        if (state.exhausted) {
            return Duration.ZERO;
        }
        return hurried() && time.compareTo(IN_A_HURRY) > 0 ? IN_A_HURRY : time;
    }

    private boolean hurried() {
        return state.hurried || stopped.getAsBoolean();
    }

    /** Sleeps; a sleep that began before the process had to end is cut short then. */
    void sleep(long nanos) throws InterruptedException {
        boolean before = hurried();
        long left = nanos;
        while (left > 0 && hurried() == before) {
            long slept = Math.min(left, LOOK_NANOS);
            TimeUnit.NANOSECONDS.sleep(slept);
            left -= slept;
        }
    }

    /** State of the server and the process. */
    static final class State {
        /** Nothing fails that long before an outage is over, since others may still fail when one operation succeeds. */
        private static final long QUIET_NANOS = Duration.ofSeconds(20).toNanos();

        private volatile boolean hurried;
        volatile boolean exhausted;
        private volatile boolean outage;
        private long failedNanos;
        private long overloadedNanos;
        private long overloadedUntilNanos = System.nanoTime();

        /** Returns the level of a failure: WARN for the first one of an outage. */
        synchronized Level failed(long nanos) {
            Level level = outage ? Level.DEBUG : Level.WARN;
            outage = true;
            failedNanos = nanos;
            return level;
        }

        /**
         * Returns whether a success ends an outage.
         *
         * @param again whether the operation failed before, or the time for retries was up
         */
        boolean succeeded(boolean again, long nanos) {
            return outage && ends(again, nanos);
        }

        private synchronized boolean ends(boolean again, long nanos) {
            boolean ends = outage && (again || nanos - failedNanos > QUIET_NANOS);
            outage &= !ends;
            return ends;
        }

        /** Adds a time, without what another thread has added of it. */
        synchronized void overloaded(long fromNanos, long untilNanos) {
            long from = fromNanos - overloadedUntilNanos > 0 ? fromNanos : overloadedUntilNanos;
            if (untilNanos - from > 0) {
                overloadedNanos += untilNanos - from;
                overloadedUntilNanos = untilNanos;
            }
        }

        synchronized Duration overloaded() {
            return Duration.ofNanos(overloadedNanos);
        }
    }
}
