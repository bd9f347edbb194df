package dev.mongohaul.schedule;

import dev.mongohaul.job.step.Failures;
import dev.mongohaul.schedule.Slot.SlotClaim;
import dev.mongohaul.schedule.Slot.SlotState;
import dev.mongohaul.schedule.SlotHistory.SlotRecord;
import dev.mongohaul.schedule.SlotImports.SlotOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runner of slots, each on the calling thread: it claims the slot, runs its import and saves the outcome. If the
 * outcome cannot be saved, another process takes the slot over when its lease expires. Thread-safe.
 */
public final class SlotRuns {

    private static final Logger LOG = LoggerFactory.getLogger(SlotRuns.class);

    private final Slots slots;
    private final SlotImports imports;
    private final SlotLease lease;

    /**
     * @param duration how long a slot belongs to this process without a sign of life
     * @param renewals thread that renews leases
     */
    public SlotRuns(Slots slots, SlotImports imports, Duration duration, ScheduledExecutorService renewals) {
        this.slots = slots;
        this.imports = imports;
        this.lease = new SlotLease(slots, duration, renewals);
    }

    /** Claims a slot, unless another process has or had it. */
    Optional<SlotClaim> claim(ScheduledJob job, Slot slot) {
        return slots.claim(slot, job.text(), lease.duration());
    }

    /** Runs slots that wait, or whose process died, each to its end, as far as their turn has come. Throws nothing. */
    void runFree(ScheduledJob job, List<Slot> free) {
        for (Slot slot : free) {
            try {
                if (!job.runsAll() || !slots.history().isBehindAnother(slot)) {
                    claim(job, slot).ifPresent(claim -> run(job, claim));
                }
            } catch (RuntimeException e) {
                warn(job, slot, e);
            }
        }
    }

    /** Runs a slot to its end. Throws nothing. */
    void run(ScheduledJob job, SlotClaim claim) {
        try (SlotLease.Renewal renewal = lease.keep(claim)) {
            outcome(job, claim, renewal)
                    .ifPresentOrElse(outcome -> complete(job, claim, outcome), () -> slots.release(claim));
        } catch (RuntimeException e) {
            warn(job, claim.slot(), e);
        }
    }

    private static void warn(ScheduledJob job, Slot slot, RuntimeException why) {
        LOG.warn(
                "{} of {} could not be completed; it is resumed: {}",
                job.name(),
                local(slot, job.schedule().zone()),
                Failures.describe(Failures.cause(why)),
                why);
    }

    /** Stops running imports after the chunk in flight; the next process that serves runs their slots. */
    public void end() {
        imports.end();
    }

    private void complete(ScheduledJob job, SlotClaim claim, SlotOutcome outcome) {
        slots.complete(claim, outcome.state(), outcome.runId(), outcome.reason());
        LOG.atLevel(outcome.level())
                .log(
                        "{} of {}: {}{}",
                        job.name(),
                        local(claim.slot(), job.schedule().zone()),
                        outcome.state().name().toLowerCase(Locale.ROOT),
                        outcome.reason() == null ? " as run " + outcome.runId() : ": " + outcome.reason());
    }

    /** Runs a slot; empty if it is left to another process, or to a later look. */
    private Optional<SlotOutcome> outcome(ScheduledJob job, SlotClaim claim, SlotLease.Renewal renewal) {
        SlotHistory history = slots.history();
        if (job.runsAll()) {
            return imported(claim, renewal);
        }
        if (claim.takenOver()) {
            if (history.openBeside(claim.slot()).isPresent()) {
                return Optional.empty();
            }
        } else {
            Optional<SlotRecord> earlier = history.openBefore(claim.slot());
            if (earlier.isPresent()) {
                String time = local(earlier.get().slot(), job.schedule().zone());
                return Optional.of(
                        SlotOutcome.without(SlotState.OVERLAPPED, "the one of " + time + " was still running"));
            }
        }
        return imported(claim, renewal);
    }

    private Optional<SlotOutcome> imported(SlotClaim claim, SlotLease.Renewal renewal) {
        try {
            return imports.run(claim, renewal::isLost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return imports.isEnding() ? Optional.empty() : Optional.of(refused(e));
        }
    }

    private static SlotOutcome refused(Exception why) {
        return SlotOutcome.without(SlotState.REFUSED, Failures.describe(Failures.cause(why)));
    }

    /** Returns the local time of a slot. */
    private static String local(Slot slot, ZoneId zone) {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
                .format(slot.time().atZone(zone));
    }

    /**
     * Leases of slots while this process lives.
     *
     * @param duration how long a slot is leased without a sign of life
     * @param threads that renew the leases
     */
    private record SlotLease(Slots slots, Duration duration, ScheduledExecutorService threads) {

        private static final Logger LOG = LoggerFactory.getLogger(SlotLease.class);
        private static final int RENEWALS = 3;

        /** Renews a claim until the result is closed. */
        Renewal keep(SlotClaim claim) {
            Renewal renewal = new Renewal(claim);
            long every = duration.toMillis() / RENEWALS;
            renewal.end = threads.scheduleAtFixedRate(renewal::renew, every, every, TimeUnit.MILLISECONDS);
            return renewal;
        }

        /** Renewal of one claim. */
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
                    LOG.warn("The lease of slot {} could not be renewed; trying again", claim.slot(), e);
                }
            }

            /** Returns whether another process has the slot by now. */
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
}
