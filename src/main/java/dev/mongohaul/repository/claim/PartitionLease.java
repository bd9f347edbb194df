package dev.mongohaul.repository.claim;

import dev.mongohaul.repository.lease.LeaseClock;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.lease.WriteRight;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.PartitionStore;
import dev.mongohaul.repository.partition.StoredPartition;
import dev.mongohaul.repository.partition.StoredSums;
import dev.mongohaul.repository.partition.Takeover;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claim of one partition by a thread of a worker. Each checkpoint renews it. A timer renews it while a chunk takes longer
 * than a twelfth of the lease.
 *
 * <p>{@link #check()} is called before each chunk and before it is committed, {@link #close()} in any case.
 */
public final class PartitionLease implements WriteRight, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionLease.class);
    private static final int RENEWALS = 12;

    private final Claims claims;
    private final PartitionStore store;
    private final StoredPartition partition;
    private final String token;
    private final LeaseClock clock;
    private final ScheduledFuture<?> renewal;

    PartitionLease(Claims claims, StoredPartition partition, long requestedAtNanos) {
        this.claims = claims;
        this.store = claims.store();
        this.partition = partition;
        this.token = String.valueOf(partition.token());
        this.clock = new LeaseClock(claims.duration(), claims.nanoTime(), requestedAtNanos);
        long period = clock.duration().toMillis() / RENEWALS;
        this.renewal = claims.timer().scheduleWithFixedDelay(this::renewIfDue, period, period, TimeUnit.MILLISECONDS);
    }

    /** Returns the partition as it was when it was claimed. */
    public ImportPartition partition() {
        return partition.progress();
    }

    /** Returns the position of the partition among those of the run. */
    public int index() {
        return partition.index();
    }

    /** Returns the number of the step that works on the partition; null if this claim is the first one. */
    public @Nullable Long step() {
        return partition.step();
    }

    /**
     * Saves the number of the step that works on the partition.
     *
     * @throws LeaseLostException if the claim is lost
     */
    public void begins(long step) {
        if (!store.saveStep(partition.id(), step, token)) {
            throw lost();
        }
    }

    /** Returns why the partition was taken from its owner; empty if it had none. */
    public Optional<String> takeoverCause() {
        List<Takeover> takeovers = Objects.requireNonNullElse(partition.takeovers(), List.of());
        return takeovers.stream()
                .skip(Math.max(0, takeovers.size() - 1))
                .filter(last -> last.at().plus(clock.duration()).equals(partition.expiresAt()))
                .map(Takeover::cause)
                .findFirst();
    }

    /** Returns the sums of the input's blocks that the partition reads. */
    public List<StoredSums> sums() {
        return store.sums(partition.id());
    }

    /** Returns the server sessions of former owners, which may still execute commands. */
    public List<UUID> formerSessions() {
        return partition.sessions();
    }

    @Override
    public String token() {
        return token;
    }

    @Override
    public Duration renewal() {
        return clock.duration();
    }

    @Override
    public void saved(long requestedAtNanos) {
        clock.renewed(requestedAtNanos);
    }

    /**
     * Checks by the clock that enough of the claim is left, and asks the server if the claim was not renewed for so long that the
     * broker may have invited another worker: this process may have been paused.
     */
    @Override
    public void check() {
        clock.check();
        if (clock.sinceRenewal().compareTo(claims.redelivery()) >= 0) {
            requireOwned();
        }
    }

    @Override
    public void confirm() {
        clock.check();
        requireOwned();
    }

    private void requireOwned() {
        if (!store.isOwned(partition.id(), token)) {
            throw lost();
        }
    }

    @Override
    public LeaseLostException lost() {
        clock.lose(LeaseLostException.TAKEN_OVER);
        return new LeaseLostException(LeaseLostException.TAKEN_OVER);
    }

    /** Returns whether this claim is known to be lost. */
    public boolean isLost() {
        return clock.isLost();
    }

    private void renewIfDue() {
        long now = clock.now();
        try {
            clock.check();
            if (clock.sinceRenewal().compareTo(clock.duration().dividedBy(RENEWALS)) < 0) {
                return;
            }
            if (store.renew(partition.id(), token, clock.duration(), ImportLease.attempt(clock.duration()))) {
                clock.renewed(now);
            } else {
                throw lost();
            }
        } catch (LeaseLostException e) {
            LOG.debug("The claim of a partition is lost", e);
        } catch (RuntimeException e) {
            LOG.debug("One renewal of a claim failed", e);
        }
    }

    /**
     * Gives the partition back unless it is lost, so that another worker can claim it at once.
     *
     * @param failure why the work on it ended; null if it was only interrupted
     * @param fatal whether no other worker can do better
     */
    public void release(@Nullable String failure, boolean fatal) {
        renewal.cancel(false);
        if (!isLost()) {
            store.release(partition.id(), token, failure, fatal);
        }
    }

    /** Ends the renewals. The claim of a partition that was not given back ends by itself. */
    @Override
    public void close() {
        renewal.cancel(false);
        claims.rights().remove(this);
    }
}
