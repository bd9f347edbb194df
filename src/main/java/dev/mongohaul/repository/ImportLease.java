package dev.mongohaul.repository;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds an import's lease for this process, renewing it from a thread of its own until closed.
 *
 * <p>{@link #check()} is asked before each chunk: it goes by the monotonic clock, so that a process which was paused for
 * longer than its lease notices before it writes.
 */
public final class ImportLease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ImportLease.class);

    private final ImportPlans plans;
    private final String key;
    private final Lease lease;
    private final Duration duration;
    private final ScheduledExecutorService renewal;
    private volatile long renewedAtNanos;
    private volatile boolean lost;

    private ImportLease(ImportPlans plans, String key, Lease lease, Duration duration, long claimedAtNanos) {
        this.plans = plans;
        this.key = key;
        this.lease = lease;
        this.duration = duration;
        this.renewedAtNanos = claimedAtNanos;
        this.renewal = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lease-renewal");
            thread.setDaemon(true);
            return thread;
        });
        long period = duration.toMillis() / 3;
        var unused = renewal.scheduleWithFixedDelay(this::renew, period, period, TimeUnit.MILLISECONDS);
    }

    /** Takes the lease of a stored plan; empty where somebody else holds it. */
    public static Optional<ImportLease> claim(ImportPlans plans, String key, Duration duration) {
        long now = System.nanoTime();
        return plans.claim(key, Lease.ofThisProcess(), duration)
                .map(lease -> new ImportLease(plans, key, lease, duration, now));
    }

    public Lease lease() {
        return lease;
    }

    /**
     * Makes sure that a third of the lease is left.
     *
     * @throws LeaseLostException when it is not
     */
    public void check() {
        if (lost) {
            throw LeaseLostException.takenOver();
        }
        long left = duration.toNanos() - (System.nanoTime() - renewedAtNanos);
        if (left < duration.toNanos() / 3) {
            throw LeaseLostException.notRenewed();
        }
    }

    private void renew() {
        long now = System.nanoTime();
        try {
            plans.renew(key, lease, duration);
            renewedAtNanos = now;
        } catch (LeaseLostException e) {
            lost = true;
            renewal.shutdown();
        } catch (RuntimeException e) {
            LOG.debug("The lease was not renewed this time", e);
        }
    }

    /** Gives the lease back, so that the next try need not wait. */
    @Override
    public void close() {
        renewal.shutdownNow();
        try {
            plans.release(key, lease);
        } catch (RuntimeException e) {
            LOG.debug("The lease was not given back; it expires by itself", e);
        }
    }
}
