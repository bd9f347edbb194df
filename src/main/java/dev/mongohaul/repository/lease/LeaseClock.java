package dev.mongohaul.repository.lease;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Time that is left of a lease, by the monotonic clock of this process, so that a process that was paused for longer than
 * its lease notices it before it writes. A lost lease is never regained. Thread-safe.
 */
public final class LeaseClock {

    private final Duration duration;
    private final LongSupplier nanoTime;
    private volatile long renewedAtNanos;
    private @Nullable String lost;

    /**
     * @param nanoTime the monotonic clock
     * @param claimedAtNanos when the lease was requested
     */
    public LeaseClock(Duration duration, LongSupplier nanoTime, long claimedAtNanos) {
        this.duration = duration;
        this.nanoTime = nanoTime;
        this.renewedAtNanos = claimedAtNanos;
    }

    public Duration duration() {
        return duration;
    }

    public long now() {
        return nanoTime.getAsLong();
    }

    /**
     * Extends the lease from the time of a request that the server granted.
     *
     * @param requestedAtNanos when the renewal was requested
     */
    public void renewed(long requestedAtNanos) {
        renewedAtNanos = requestedAtNanos;
    }

    public Duration sinceRenewal() {
        return Duration.ofNanos(now() - renewedAtNanos);
    }

    /**
     * Checks that a third of the lease is left.
     *
     * @throws LeaseLostException if not, and on every later call
     */
    public void check() {
        if (duration.minus(sinceRenewal()).compareTo(duration.dividedBy(3)) < 0) {
            lose(LeaseLostException.NOT_RENEWED);
        }
        String reason = reason();
        if (reason != null) {
            throw new LeaseLostException(reason);
        }
    }

    private synchronized @Nullable String reason() {
        return lost;
    }

    /** Records the loss of the lease; the first reason counts. */
    public synchronized void lose(String reason) {
        if (lost == null) {
            lost = reason;
        }
    }

    public synchronized boolean isLost() {
        return lost != null;
    }
}
