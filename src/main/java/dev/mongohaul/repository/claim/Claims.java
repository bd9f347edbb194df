package dev.mongohaul.repository.claim;

import dev.mongohaul.repository.lease.PartitionId;
import dev.mongohaul.repository.lease.Rights;
import dev.mongohaul.repository.partition.PartitionStore;
import dev.mongohaul.repository.partition.StoredPartition;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * Where partitions are claimed.
 *
 * @param worker name of the owner, for reports
 * @param duration of a claim
 * @param redelivery time after which the broker may invite another worker, although the claim has not ended
 * @param timer runs renewals, each of which may take an eighth of the duration
 * @param nanoTime the monotonic clock
 */
public record Claims(
        PartitionStore store,
        Rights rights,
        String worker,
        Duration duration,
        Duration redelivery,
        ScheduledExecutorService timer,
        LongSupplier nanoTime) {

    /**
     * Claims the partition that a message names; empty if it is finished, closed, or has another owner.
     *
     * @param invitation id of the message
     */
    public Optional<PartitionLease> claim(String plan, long run, long from, String invitation) {
        long now = nanoTime.getAsLong();
        return store.claim(new PartitionId(plan, run, from), invitation, worker, duration)
                .map(claimed -> lease(claimed, now));
    }

    /** Claims the last partition of a run that has no owner; empty if there is none. */
    public Optional<PartitionLease> claimAny(String plan, long run) {
        long now = nanoTime.getAsLong();
        return store.claimAny(plan, run, worker, duration).map(claimed -> lease(claimed, now));
    }

    private PartitionLease lease(StoredPartition claimed, long requestedAtNanos) {
        PartitionLease lease = new PartitionLease(this, claimed, requestedAtNanos);
        rights.add(lease);
        return lease;
    }
}
