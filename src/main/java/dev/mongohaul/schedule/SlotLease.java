package dev.mongohaul.schedule;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps slots for as long as this process lives.
 *
 * @param duration how long a slot is kept without a sign of life
 * @param threads that renew
 */
record SlotLease(Slots slots, Duration duration, ScheduledExecutorService threads) {

    private static final Logger LOG = LoggerFactory.getLogger(SlotLease.class);
    private static final int RENEWALS = 3;

    /** Renews a claim until the result is closed. */
    Renewal keep(SlotClaim claim) {
        Renewal renewal = new Renewal(claim);
        long every = duration.toMillis() / RENEWALS;
        renewal.end = threads.scheduleAtFixedRate(renewal::renew, every, every, TimeUnit.MILLISECONDS);
        return renewal;
    }

    /** The renewing of one claim. */
    final class Renewal implements AutoCloseable {

        private final SlotClaim claim;
        private volatile boolean lost;
        private @Nullable ScheduledFuture<?> end;

        private Renewal(SlotClaim claim) {
            this.claim = claim;
        }

        private void renew() {
            try {
                lost |= !slots.renew(claim, duration);
            } catch (RuntimeException e) {
                LOG.warn("The slot {} is not renewed; it is tried again", claim.slot(), e);
            }
        }

        /** Whether another process has the slot by now. */
        boolean isLost() {
            return lost;
        }

        @Override
        public void close() {
            if (end != null) {
                end.cancel(false);
            }
        }
    }
}
