package dev.mongohaul.repository.claim;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.lease.LeaseClock;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.lease.WriteRight;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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
 * <p>{@link #check()} is called before each chunk.
 */
public final class ImportLease implements WriteRight, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ImportLease.class);
    private static final int RENEWALS = 60;
    private static final int ATTEMPTS = 8;
    private static final Duration SHORTEST_ATTEMPT = Duration.ofSeconds(1);

    private final ImportPlans plans;
    private final String key;
    private final ImportPlan claimed;
    private final Lease lease;
    private final LeaseClock clock;
    private final ScheduledExecutorService renewal;
    private volatile Runnable stop = () -> {};
    private volatile boolean keepsTarget;

    private ImportLease(ImportPlans plans, ImportPlan claimed, Duration duration, long claimedAtNanos) {
        this.plans = plans;
        this.key = claimed.key();
        this.claimed = claimed;
        this.lease = Objects.requireNonNull(claimed.lease());
        this.keepsTarget = lease.changes() != null && claimed.state() == ImportState.UNFINISHED;
        this.clock = new LeaseClock(duration, System::nanoTime, claimedAtNanos);
        this.renewal = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lease-renewal");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Claims the lease of a stored plan; empty if another process holds it. */
    public static Optional<ImportLease> claim(ImportPlans plans, String key, Duration duration) {
        return claim(plans, key, null, duration);
    }

    /**
     * Claims the lease of a stored plan together with its target.
     *
     * @param target namespace that no other import may change; null if others may
     * @return empty if another process holds the lease, or a lease with this target
     */
    public static Optional<ImportLease> claim(
            ImportPlans plans, String key, @Nullable String target, Duration duration) {
        long now = System.nanoTime();
        return plans.claim(key, Lease.ofThisProcess().changing(target), duration)
                .map(claimed -> {
                    ImportLease mine = new ImportLease(plans, claimed, duration, now);
                    plans.add(mine);
                    long period = duration.toMillis() / RENEWALS;
                    var unused =
                            mine.renewal.scheduleWithFixedDelay(mine::renew, period, period, TimeUnit.MILLISECONDS);
                    return mine;
                });
    }

    public Lease lease() {
        return lease;
    }

    /** Returns the plan as it was when it was claimed, without its partitions. */
    public ImportPlan claimed() {
        return claimed;
    }

    /** Returns the plan, as {@link ImportPlans#takeOver} does. Must be called before anything is saved under this lease. */
    public ImportPlan takeOver() {
        return plans.takeOver(claimed);
    }

    /** Returns whether a plan that was read has this lease, so that no other process has taken the import over. */
    public boolean isOf(ImportPlan read) {
        return read.lease() != null && lease.token().equals(read.lease().token());
    }

    @Override
    public String token() {
        return lease.token();
    }

    /** Returns the retry policy of operations under this lease. */
    public RetryBudget retries() {
        return plans.retries();
    }

    /**
     * Declares that no command of the import can change its target any longer. Without it, the plan of an unfinished import keeps
     * the target, and the next import into it ends the sessions of this one first.
     */
    public void freeTarget() {
        keepsTarget = false;
    }

    /** Sets the action for stop requests of other processes. The renewing thread runs it, possibly more than once. */
    public void whenAskedToStop(Runnable action) {
        stop = action;
    }

    @Override
    public void check() {
        clock.check();
    }

    @Override
    public void confirm() {
        check();
        plans.requireOwned(key, lease);
    }

    @Override
    public LeaseLostException lost() {
        clock.lose(LeaseLostException.TAKEN_OVER);
        renewal.shutdown();
        return new LeaseLostException(LeaseLostException.TAKEN_OVER);
    }

    private void renew() {
        long now = System.nanoTime();
        try {
            check();
            if (plans.renew(key, lease, clock.duration(), attempt(clock.duration()))) {
                stop.run();
            }
            clock.renewed(now);
        } catch (LeaseLostException e) {
            LOG.debug("The lease is lost", e);
            renewal.shutdown();
        } catch (RuntimeException e) {
            LOG.debug("One renewal of the lease failed", e);
        }
    }

    /** Returns the longest duration of one attempt to renew a lease. */
    static Duration attempt(Duration duration) {
        Duration part = duration.dividedBy(ATTEMPTS);
        return part.compareTo(SHORTEST_ATTEMPT) < 0 ? SHORTEST_ATTEMPT : part;
    }

    /** Releases the lease, so that the next run does not have to wait, but for a target that is not {@linkplain #freeTarget free}. */
    @Override
    public void close() {
        renewal.shutdownNow();
        plans.remove(this);
        try {
            plans.release(key, lease, keepsTarget);
        } catch (RuntimeException e) {
            LOG.debug("The lease was not released; it expires by itself", e);
        }
    }
}
