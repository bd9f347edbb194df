package dev.mongohaul.repository;

import dev.mongohaul.mongo.Patience;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease of an import that this process owns, renewed by a thread of its own until it is closed.
 *
 * <p>It is renewed 60 times in its duration, once a second for the usual 60 s; so a takeover or a stop request is
 * noticed within a second. An attempt may take an eighth of the duration. An outage of 25 s is survived in the worst
 * case: it begins just before a renewal (1 s since the last one), and at its end an attempt hangs on a dead connection
 * (7.5 s) before the next one succeeds (1 s). The sum is 34.5 s, and two thirds of the lease, 40 s, may pass.
 *
 * <p>{@link #check()} is called before each chunk. It uses the monotonic clock, so that a process that was paused for
 * longer than its lease notices it before it writes. A lost lease is never regained.
 */
public final class ImportLease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ImportLease.class);
    private static final int RENEWALS = 60;
    private static final int ATTEMPTS = 8;
    private static final Duration SHORTEST_ATTEMPT = Duration.ofSeconds(1);

    private final PlanLeases leases;
    private final String key;
    private final Lease lease;
    private final Duration duration;
    private final ScheduledExecutorService renewal;
    private volatile long renewedAtNanos;
    private volatile @Nullable Supplier<LeaseLostException> lost;
    private volatile Runnable stop = () -> {};

    private ImportLease(PlanLeases leases, String key, Lease lease, Duration duration, long claimedAtNanos) {
        this.leases = leases;
        this.key = key;
        this.lease = lease;
        this.duration = duration;
        this.renewedAtNanos = claimedAtNanos;
        this.renewal = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lease-renewal");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Claims the lease of a stored plan; empty if another process holds it. */
    public static Optional<ImportLease> claim(ImportPlans plans, String key, Duration duration) {
        long now = System.nanoTime();
        PlanLeases leases = plans.leases();
        return leases.claim(key, Lease.ofThisProcess(), duration).map(lease -> {
            ImportLease mine = new ImportLease(leases, key, lease, duration, now);
            mine.begin();
            return mine;
        });
    }

    private void begin() {
        leases.add(this);
        long period = duration.toMillis() / RENEWALS;
        var unused = renewal.scheduleWithFixedDelay(this::renew, period, period, TimeUnit.MILLISECONDS);
    }

    public Lease lease() {
        return lease;
    }

    /** Returns the retry policy of operations under this lease. */
    public Patience retryPolicy() {
        return leases.retryPolicy();
    }

    /** Sets the action for stop requests of other processes. The renewing thread runs it, possibly more than once. */
    public void whenAskedToStop(Runnable action) {
        stop = action;
    }

    /**
     * Checks that a third of the lease is left.
     *
     * @throws LeaseLostException if not, and on every later call
     */
    public void check() {
        long left = duration.toNanos() - (System.nanoTime() - renewedAtNanos);
        if (left < duration.toNanos() / 3) {
            lose(LeaseLostException::notRenewed);
        }
        Supplier<LeaseLostException> reason = lost;
        if (reason != null) {
            throw reason.get();
        }
    }

    /**
     * Checks {@linkplain #check() locally} and on the server that this process owns the lease.
     *
     * @throws LeaseLostException if not
     */
    public void confirm() {
        check();
        leases.requireOwned(key, lease);
    }

    /** Records that another process has the lease, as the server says. */
    void takenOver() {
        lose(LeaseLostException::takenOver);
    }

    private void renew() {
        long now = System.nanoTime();
        try {
            check();
            if (leases.renew(key, lease, duration, attempt())) {
                stop.run();
            }
            renewedAtNanos = now;
        } catch (LeaseLostException e) {
            LOG.debug("The lease is lost", e);
        } catch (RuntimeException e) {
            LOG.debug("One renewal of the lease failed", e);
        }
    }

    private Duration attempt() {
        Duration part = duration.dividedBy(ATTEMPTS);
        return part.compareTo(SHORTEST_ATTEMPT) < 0 ? SHORTEST_ATTEMPT : part;
    }

    /** Records the loss of the lease; the first reason counts. */
    private synchronized void lose(Supplier<LeaseLostException> reason) {
        if (lost == null) {
            lost = reason;
            renewal.shutdown();
        }
    }

    /** Releases the lease, so that the next run does not have to wait. */
    @Override
    public void close() {
        renewal.shutdownNow();
        leases.remove(this);
        try {
            leases.release(key, lease);
        } catch (RuntimeException e) {
            LOG.debug("The lease was not released; it expires by itself", e);
        }
    }

    /** Exception for a lease that this process has lost, or soon will lose. It must not write any more. */
    public static final class LeaseLostException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private LeaseLostException(String message) {
            super(message);
        }

        static LeaseLostException takenOver() {
            return new LeaseLostException(
                    "The import was taken over by another process; this one stopped without writing any more");
        }

        static LeaseLostException notRenewed() {
            return new LeaseLostException("The import's lease could not be renewed in time, so that another process may"
                    + " begin; this one stopped without writing any more. Run the same command to resume");
        }
    }
}
