package dev.mongohaul.repository;

import dev.mongohaul.mongo.RetryBudget;
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
 * Holds an import's lease for this process, renewing it from a thread of its own until closed.
 *
 * <p>It is renewed 60 times in its duration, once a second for the usual 60 s, which also tells within a second that
 * somebody has taken the import over or asks it to stop. An attempt may take an eighth of the duration. So an outage of
 * 25 s is survived at the worst of times, too: it begins just before a renewal (1 s since the last one), and at its end an
 * attempt hangs on a dead connection (7.5 s) before the next one succeeds (1 s): 34.5 s, when two thirds, 40 s, may pass.
 *
 * <p>{@link #check()} is asked before each chunk: it goes by the monotonic clock, so that a process which was paused for
 * longer than its lease notices before it writes. A lease that was lost is lost for good.
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

    /** Takes the lease of a stored plan; empty where somebody else holds it. */
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

    /** How long what is done under this lease waits for the server. */
    public RetryBudget patience() {
        return leases.patience();
    }

    /** Has this done when another process asks for a stop, once or more often, by the renewing thread. */
    public void whenAskedToStop(Runnable action) {
        stop = action;
    }

    /**
     * Makes sure that a third of the lease is left.
     *
     * @throws LeaseLostException when it is not, and ever after
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
     * Makes sure that the server knows this process for the owner, too.
     *
     * @throws LeaseLostException when it does not
     */
    public void confirm() {
        check();
        leases.requireOwned(key, lease);
    }

    /** The server said that the lease is another's. */
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
            LOG.debug("The lease was not renewed this time", e);
        }
    }

    private Duration attempt() {
        Duration part = duration.dividedBy(ATTEMPTS);
        return part.compareTo(SHORTEST_ATTEMPT) < 0 ? SHORTEST_ATTEMPT : part;
    }

    /** The first reason stays. */
    private synchronized void lose(Supplier<LeaseLostException> reason) {
        if (lost == null) {
            lost = reason;
            renewal.shutdown();
        }
    }

    /** Gives the lease back, so that the next try need not wait. */
    @Override
    public void close() {
        renewal.shutdownNow();
        leases.remove(this);
        try {
            leases.release(key, lease);
        } catch (RuntimeException e) {
            LOG.debug("The lease was not given back; it expires by itself", e);
        }
    }
}
