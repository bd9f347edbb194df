package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.launch.ImportLauncher.ImportRunningException;
import dev.mongohaul.repository.ImportLease;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wait for the lease of an import whose owner may have died on another host. The wait ends when the lease expires, or
 * fails as soon as the owner renews it.
 */
record LeaseQueue(ImportPlans plans, Duration duration) {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseQueue.class);
    private static final long POLL_MILLIS = 500;

    ImportLease claim(ImportPlan plan, ImportMonitor monitor) {
        Optional<Instant> firstSeen = Optional.empty();
        while (true) {
            Optional<ImportLease> claimed = ImportLease.claim(plans, plan.key(), duration);
            if (claimed.isPresent()) {
                claimed.get().whenAskedToStop(monitor::requestStop);
                return claimed.get();
            }
            Optional<Lease> lease = lease(plan);
            firstSeen = firstSeen.or(() -> lease.map(Lease::expiresAt));
            Instant seen = firstSeen.orElse(Instant.MAX);
            if (monitor.stopRequested()
                    || lease.filter(held -> alive(held, seen)).isPresent()) {
                throw ImportRunningException.of(plans, plan);
            }
            announce(plan, lease, monitor);
            pause(plan);
        }
    }

    /** Returns whether the owner is seen to run on this host, or has renewed its lease since the wait began. */
    private static boolean alive(Lease lease, Instant firstSeen) {
        return lease.ownerIsAlive() || lease.expiresAt().isAfter(firstSeen);
    }

    private void announce(ImportPlan plan, Optional<Lease> lease, ImportMonitor monitor) {
        if (monitor.phase() != ImportMonitor.Phase.WAITING) {
            monitor.enter(ImportMonitor.Phase.WAITING);
            LOG.info(
                    "{} is leased by {}, which may have died; waiting up to {} s for the lease to expire",
                    plan.identity().job(),
                    lease.map(Lease::owner).orElse("another process"),
                    duration.toSeconds());
        }
    }

    private Optional<Lease> lease(ImportPlan plan) {
        return plans.find(plan.key()).map(ImportPlan::lease);
    }

    private void pause(ImportPlan plan) {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ImportRunningException.of(plans, plan);
        }
    }
}
