package dev.mongohaul.job.launch;

import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.step.BatchJobFactory;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.waiting.Backoff;
import dev.mongohaul.waiting.Pauses;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wait for the lease of an import, and for its target, whose owners may have died on another host. The wait ends when their
 * leases expire, or fails as soon as an owner renews its lease.
 */
final class LeaseQueue {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseQueue.class);
    private static final Backoff POLL = Backoff.of(Duration.ofMillis(500));

    /** The end of the leases ends the wait. */
    private static final Duration NO_LIMIT = Duration.ofDays(1000);

    private final BatchJobFactory jobs;
    private final ImportPlans plans;
    private final Duration duration;

    LeaseQueue(BatchJobFactory jobs) {
        this.jobs = jobs;
        this.plans = jobs.plans();
        this.duration = jobs.properties().lease();
    }

    /**
     * Claims the lease of an import.
     *
     * @param alone whether no other run may change the target: none of this JobRepository, not even of another job
     * @throws ImportRunningException if another process runs the import, or changes the target
     */
    ImportLease claim(ImportPlan plan, boolean alone, ImportMonitor monitor) {
        String target = plan.identity().target();
        Optional<ImportPlan> former = Optional.empty();
        Pauses pauses = new Pauses(NO_LIMIT, POLL);
        while (true) {
            Optional<ImportLease> claimed = ImportLease.claim(plans, plan.key(), alone ? target : null, duration);
            if (claimed.isPresent()) {
                claimed.get().whenAskedToStop(monitor::requestStop);
                return claimed.get();
            }
            Optional<ImportPlan> other = alone ? changing(target, plan) : Optional.empty();
            if (other.filter(this::free).isPresent()) {
                continue;
            }
            ImportPlan inTheWay =
                    other.or(() -> plans.findWithoutPartitions(plan.key())).orElse(plan);
            Optional<Lease> seen =
                    former.filter(same -> same.key().equals(inTheWay.key())).map(ImportPlan::lease);
            if (monitor.stopRequested() || isAlive(inTheWay, seen) || !pauses.pauseUnlessInterrupted()) {
                throw other.map(changer -> ImportRunningException.changing(target, changer))
                        .orElseGet(() -> ImportRunningException.of(plans, plan));
            }
            former = former.filter(same -> same.key().equals(inTheWay.key())).or(() -> Optional.of(inTheWay));
            announce(inTheWay, monitor);
        }
    }

    private Optional<ImportPlan> changing(String target, ImportPlan mine) {
        return plans.findChanging(target).filter(other -> !other.key().equals(mine.key()));
    }

    /**
     * Takes the target from a run that has ended, or whose process has lost its lease, and ends its sessions. Its import stays
     * unfinished.
     *
     * @return whether the target is free now
     */
    private boolean free(ImportPlan other) {
        if (plans.isHeld(other.key())) {
            return false;
        }
        Optional<ImportLease> claimed =
                ImportLease.claim(plans, other.key(), other.identity().target(), duration);
        if (claimed.isEmpty()) {
            return false;
        }
        try (ImportLease own = claimed.get()) {
            ImportPlan current = own.takeOver();
            jobs.endSessions(current.identity().target(), current.sessions(), own.retries());
            own.freeTarget();
        }
        return true;
    }

    /** Returns whether the owner is seen to run on this host, or has renewed its lease since the wait began. */
    private static boolean isAlive(ImportPlan plan, Optional<Lease> seen) {
        Lease lease = plan.lease();
        return lease != null
                && (lease.ownerIsAlive()
                        || seen.filter(first -> lease.expiresAt().isAfter(first.expiresAt()))
                                .isPresent());
    }

    private void announce(ImportPlan plan, ImportMonitor monitor) {
        if (monitor.phase() != Phase.WAITING) {
            monitor.enter(Phase.WAITING);
            LOG.info(
                    "{} is leased by {}, which may have died; waiting up to {} s for the lease to expire",
                    plan.identity().job(),
                    Optional.ofNullable(plan.lease()).map(Lease::owner).orElse("another process"),
                    duration.toSeconds());
        }
    }
}
