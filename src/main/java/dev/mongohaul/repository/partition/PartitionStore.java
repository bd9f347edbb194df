package dev.mongohaul.repository.partition;

import dev.mongohaul.repository.lease.PartitionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Store of the partitions of all imports. Thread-safe.
 *
 * <p>Each run cuts what is left of the input into partitions of its own, which are valid from the time when the plan names
 * the run. A partition belongs to the owner of its token, and all updates filter by the token. Without workers the process
 * that cuts the partitions owns them from the beginning. With workers they have no owner until a worker claims one, for
 * a time that the store measures.
 */
public interface PartitionStore {

    /** Name of the collection. */
    String COLLECTION = "mongohaul_partitions";

    /** Number of claims without progress after which a partition has failed. */
    int MOST_ATTEMPTS = 5;

    /**
     * Stores the partitions of a run, in place of those of an earlier attempt to store them.
     *
     * @param token of their owner; null if workers claim them
     * @param sums of the input's blocks that a partition reads
     */
    void insert(
            String plan,
            long run,
            List<ImportPartition> tiles,
            @Nullable String token,
            Function<ImportPartition, List<StoredSums>> sums);

    /** Takes the unfinished partitions of a run from their owners: no process can save or claim them from now on. */
    void close(String plan, long run);

    /**
     * Claims a partition for a new owner.
     *
     * <p>The owner of a partition changes at once if the same invitation comes again: then the broker has lost the
     * connection to the owner. Any other claim waits until the time of the owner has ended.
     *
     * @param invitation id of the message that named the partition
     * @param worker name of the new owner, for reports
     * @return empty if the partition is finished, closed, or has another owner
     */
    Optional<StoredPartition> claim(PartitionId partition, String invitation, String worker, Duration duration);

    /** Claims any partition of a run that has no owner, the last one first. */
    Optional<StoredPartition> claimAny(String plan, long run, String worker, Duration duration);

    /**
     * Saves the progress of a partition.
     *
     * @param duration of the owner's claim, which begins anew; null if it does not end by itself
     * @return whether the token is still that of its owner; nothing is saved if not
     */
    boolean save(PartitionId partition, ImportPartition progress, String token, @Nullable Duration duration);

    /**
     * Renews the claim of a partition, by one attempt within the timeout.
     *
     * @return whether the token is still that of its owner
     */
    boolean renew(PartitionId partition, String token, Duration duration, Duration timeout);

    /**
     * Gives a partition back, so that another owner can claim it at once.
     *
     * @param failure why the work on it ended; null if it was only interrupted
     * @param fatal whether any other owner would fail too, so that no worker claims it again
     */
    void release(PartitionId partition, String token, @Nullable String failure, boolean fatal);

    /** Saves the number of the step that works on a partition. */
    boolean saveStep(PartitionId partition, long step, String token);

    /** Returns whether the token is still that of the partition's owner. */
    boolean isOwned(PartitionId partition, String token);

    /**
     * Saves the id of a server session before documents are changed by it, so that a later owner of the partition can end
     * it.
     *
     * @return whether the token is still that of its owner
     */
    boolean addSession(PartitionId partition, UUID session, String token);

    /** Returns the sums of the input's blocks that a partition reads; empty if they are not known. */
    List<StoredSums> sums(PartitionId partition);

    /**
     * Returns the sums over the partitions of a run, and its first partitions without an owner, by one query.
     *
     * @param most most partitions returned
     */
    Progress progress(String plan, long run, int most);

    /** Returns the partitions of a run that workers can claim, in the order of the input, by one query. */
    List<SharedPartition> shared(String plan, long run);
}
