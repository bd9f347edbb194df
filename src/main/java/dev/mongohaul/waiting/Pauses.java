package dev.mongohaul.waiting;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Pauses between the attempts of one operation, until the allowed time has passed since the first failure. The last pause ends
 * with that time, so that the last attempt starts no later. For one thread.
 */
public final class Pauses {

    private final Supplier<Duration> allowed;
    private final Backoff backoff;
    private final LongSupplier clock;
    private final Sleeper sleeper;

    private int failures;
    private long failingSinceNanos;

    public Pauses(Duration allowed, Backoff backoff) {
        this(() -> allowed, backoff, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    /**
     * @param allowed asked at each failure
     * @param clock nanoseconds that only increase
     */
    public Pauses(Supplier<Duration> allowed, Backoff backoff, LongSupplier clock, Sleeper sleeper) {
        this.allowed = allowed;
        this.backoff = backoff;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /** Declares a success: the time starts again with the next failure. */
    public void reset() {
        failures = 0;
    }

    /** Returns the next pause in nanoseconds, after a failure; 0 if the time is up. */
    public long next() {
        long now = clock.getAsLong();
        if (failures == 0) {
            failingSinceNanos = now;
        }
        failures++;
        long left = allowed.get().toNanos() - (now - failingSinceNanos);
        return left <= 0 ? 0 : Math.max(1, Math.min(backoff.after(failures).toNanos(), left));
    }

    /** Pauses after a failure; returns false, without a pause, if the time is up. */
    public boolean pause() throws InterruptedException {
        long nanos = next();
        if (nanos > 0) {
            sleeper.sleep(nanos);
        }
        return nanos > 0;
    }

    /** As {@link #pause}; also returns false if the thread is interrupted, which stays set. */
    public boolean pauseUnlessInterrupted() {
        try {
            return pause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
