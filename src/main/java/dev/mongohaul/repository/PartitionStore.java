package dev.mongohaul.repository;

import dev.mongohaul.repository.ImportPlan.ImportPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Store of the partitions of all imports. Thread-safe.
 *
 * <p>Each run cuts what is left of the input into partitions of its own, which are valid from the time when the plan names
 * the run. A partition belongs to the owner of its token, and all updates filter by the token. Without workers the process
 * that cuts the partitions owns them from the beginning. With workers they belong to nobody until a worker claims one, for
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

    /** Takes the unfinished partitions of a run from their owners: nobody can save or claim them any more. */
    void close(String plan, long run);

    /**
     * Claims a partition for a new owner.
     *
     * <p>The owner of a partition changes at once if the same invitation comes again: then the broker has lost the
     * connection to the owner. Any other claim waits until the time of the owner has ended.
     *
     * @param invitation id of the message that named the partition
     * @param worker name of the new owner, for reports
     * @return empty if the partition is finished, closed, or belongs to somebody else
     */
    Optional<StoredPartition> claim(PartitionId partition, String invitation, String worker, Duration duration);

    /** Claims any partition of a run that belongs to nobody, the last one first. */
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
     * @param fatal whether no other owner can do better, so that nobody claims it any more
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

    /**
     * Progress of a run.
     *
     * @param bytes of the input whose records are written or rejected
     * @param unfinished number of unfinished partitions
     * @param claimed number of them that have an owner whose time has not ended
     * @param failed a partition because of which the import cannot succeed; null if there is none
     * @param waiting first unfinished partitions without such an owner
     */
    record Progress(
            long read,
            long written,
            long unchanged,
            long alreadyThere,
            long rejected,
            long unmatched,
            long dropped,
            long padded,
            long bytes,
            long unfinished,
            long claimed,
            @Nullable WaitingPartition failed,
            List<WaitingPartition> waiting) {

        static final Progress NONE = new Progress(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, List.of());

        public Counts counts() {
            return new Counts(
                    read, written, unchanged, alreadyThere, rejected, unmatched, new Counts.Cells(dropped, padded));
        }
    }

    /**
     * Unfinished partition without an owner, or with one whose time has ended.
     *
     * @param expired whether it has an owner, whose time has ended
     * @param attempts claims since its last progress
     * @param fatal whether the last owner found that the import cannot succeed
     * @param worker its last owner; null if it never had one
     * @param failure why the last owner gave it back; null if nobody did
     */
    record WaitingPartition(
            long from,
            long to,
            boolean expired,
            int attempts,
            boolean fatal,
            @Nullable String worker,
            @Nullable String failure) {}

    /** State of a partition that workers can claim. */
    enum PartitionState {
        /** It is unfinished, and no worker has it. */
        WAITING,
        /** A worker has it. */
        RUNNING,
        /** All its records are written or rejected. */
        FINISHED,
        /** The import cannot succeed because of it: its last owner said so, or many have claimed it in vain. */
        FAILED
    }

    /**
     * Partition that workers can claim.
     *
     * @param bytes of the input whose records are written or rejected
     * @param records read from these bytes
     * @param expired whether the time of its owner has ended
     * @param attempts claims since its last progress
     * @param worker its last owner; null if it never had one
     * @param failure why an owner gave it back, the last time; null if nobody did
     * @param takeovers the last takeovers
     */
    record SharedPartition(
            long from,
            long to,
            long bytes,
            long records,
            PartitionState state,
            boolean expired,
            int attempts,
            @Nullable String worker,
            @Nullable String failure,
            List<Takeover> takeovers) {}

    /**
     * Checksums of blocks of an input, which a worker compares with its own copy of the file.
     *
     * @param input index of the input
     * @param firstBlock number of the first block
     * @param sums eight bytes for each block
     */
    record StoredSums(int input, int firstBlock, Binary sums) {}

    /** Sums of the input's blocks that a partition reads, as a document. */
    record PartitionSums(@BsonId PartitionId id, List<StoredSums> sums) {}

    /**
     * Claim of a partition that had an owner.
     *
     * @param from name of the former owner
     * @param at when, in the server's time
     * @param cause {@value #REDELIVERED} if the broker lost the connection to the former owner, {@value #EXPIRED} if the
     *     time of its claim had ended
     */
    record Takeover(String from, Instant at, String cause) {

        public static final String REDELIVERED = "redelivered";
        public static final String EXPIRED = "expired";
    }

    /**
     * Identifier of a partition.
     *
     * @param plan key of the import's plan
     * @param run number of the run that cut it
     * @param from offset of its first byte
     */
    record PartitionId(@BsonProperty("import") String plan, long run, long from) {}

    /**
     * Partition as a document.
     *
     * @param index position among the partitions of the run
     * @param token of its owner; null if it has none
     * @param invitation id of the message by which the owner claimed it; null without workers
     * @param worker name of its last owner; null without workers
     * @param expiresAt end of the owner's claim, in the server's time; null without workers
     * @param attempts claims since the last progress; null without workers
     * @param failure why the last owner gave it back; null if nobody did
     * @param fatal true if the last owner found that the import cannot succeed; else null
     * @param closed true if it was taken from its owner by a later run; else null
     * @param step number of the step that works on it; null before the first claim, and without workers
     * @param touched when the progress was last saved, in the time of the machine that saved it; null if it never was
     * @param sessions server sessions of its owners in this run
     * @param takeovers the last takeovers; null before the first claim, and without workers
     */
    record StoredPartition(
            @BsonId PartitionId id,
            int index,
            ImportPartition progress,
            @Nullable String token,
            @Nullable String invitation,
            @Nullable String worker,
            @Nullable Instant expiresAt,
            @Nullable Integer attempts,
            @Nullable String failure,
            @Nullable Boolean fatal,
            @Nullable Boolean closed,
            @Nullable Long step,
            @Nullable Instant touched,
            List<UUID> sessions,
            @Nullable List<Takeover> takeovers) {

        static StoredPartition of(String plan, long run, int index, ImportPartition progress, @Nullable String token) {
            return new StoredPartition(
                    new PartitionId(plan, run, progress.from()),
                    index,
                    progress,
                    token,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    List.of(),
                    null);
        }
    }
}
