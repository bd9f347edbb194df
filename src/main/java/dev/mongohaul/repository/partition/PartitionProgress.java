package dev.mongohaul.repository.partition;

import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.PartitionId;
import dev.mongohaul.repository.lease.WriteRight;
import java.time.Duration;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * Progress of one partition in this run, saved at most once per interval. One thread at a time changes it; others may
 * read the partition.
 */
public final class PartitionProgress {

    private final PartitionStore store;
    private final PartitionId id;
    private final WriteRight right;
    private final long intervalNanos;
    private volatile ImportPartition partition;
    private ImportPartition saved;
    private long savedAtNanos = System.nanoTime();
    private LongConsumer beforeSave = offset -> {};

    /**
     * @param plan key of the import's plan
     * @param run number of the run that cut the partition
     * @param partition as it is stored
     * @param right to write the partition
     */
    public PartitionProgress(
            PartitionStore store,
            String plan,
            long run,
            ImportPartition partition,
            WriteRight right,
            Duration interval) {
        this.store = store;
        this.id = new PartitionId(plan, run, partition.from());
        this.right = right;
        this.intervalNanos = interval.toNanos();
        this.partition = partition;
        this.saved = partition;
    }

    /**
     * Sets an action before each checkpoint, which saves what belongs to it.
     *
     * @param action gets the offset up to which records are completed
     */
    public void beforeSave(LongConsumer action) {
        beforeSave = action;
    }

    /** Returns the present partition, saved or not. Its counts are those of this run, which cut it. */
    public ImportPartition partition() {
        return partition;
    }

    /** Saves the id of a server session before documents are changed by it. */
    public void begins(UUID session) {
        require(store.addSession(id, session, right.token()));
    }

    /** Saves the pre-check results of records that are about to be sent. */
    public void send(InFlight records) {
        partition = partition.sending(records);
        save();
    }

    /**
     * Records that the records up to {@code offset} are completed, and saves that if the interval has passed.
     *
     * @param columns figures of these records
     */
    public void advance(long offset, long line, Counts more, ColumnFigures columns) {
        partition = partition.advanced(offset, line, more).with(columns);
        if (System.nanoTime() - savedAtNanos >= intervalNanos) {
            save();
        }
    }

    /** Marks the partition as read to its end, and saves it. */
    public void end() {
        partition = partition.ended();
        save();
    }

    /** Saves the partition if it has changed. */
    public void save() {
        ImportPartition current = partition;
        if (!current.equals(saved)) {
            beforeSave.accept(current.doneTo());
            long now = System.nanoTime();
            require(store.save(id, current, right.token(), right.renewal()));
            right.saved(now);
            saved = current;
        }
        savedAtNanos = System.nanoTime();
    }

    private void require(boolean owned) {
        if (!owned) {
            throw right.lost();
        }
    }
}
