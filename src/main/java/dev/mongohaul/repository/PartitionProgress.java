package dev.mongohaul.repository;

import dev.mongohaul.repository.ImportPartition.InFlight;
import java.time.Duration;

/**
 * How far one partition came in this run, saved at most once per interval. Used by one thread at a time; the partition may be
 * looked at by others.
 */
public final class PartitionProgress {

    private final ImportPlans plans;
    private final String key;
    private final int index;
    private final Lease lease;
    private final long intervalNanos;
    private final ImportPartition begun;
    private volatile ImportPartition partition;
    private ImportPartition saved;
    private long savedAtNanos = System.nanoTime();

    public PartitionProgress(ImportPlans plans, ImportPlan plan, int index, Lease lease, Duration interval) {
        this.plans = plans;
        this.key = plan.key();
        this.index = index;
        this.lease = lease;
        this.intervalNanos = interval.toNanos();
        this.begun = plan.partitions().get(index);
        this.partition = begun;
        this.saved = begun;
    }

    /** The partition as it stands now, saved or not. */
    public ImportPartition partition() {
        return partition;
    }

    /** What this run alone has done. */
    public Counts countsOfThisRun() {
        return partition.counts().minus(begun.counts());
    }

    /** Saves that documents are about to be sent. */
    public void sends() {
        plans.saveSent(key, true, lease);
    }

    /** Saves what is known of records that are about to be sent. */
    public void send(InFlight records) {
        partition = partition.sending(records);
        save();
    }

    /** Settles the records up to {@code offset}, and saves that when the interval has passed. */
    public void advance(long offset, long line, Counts more) {
        partition = partition.advanced(offset, line, more);
        if (System.nanoTime() - savedAtNanos >= intervalNanos) {
            save();
        }
    }

    /** Marks the partition as read to its end, and saves it. */
    public void end() {
        partition = partition.ended();
        save();
    }

    /** Saves what is not saved yet. */
    public void save() {
        ImportPartition current = partition;
        if (!current.equals(saved)) {
            plans.savePartition(key, index, current, lease);
            saved = current;
        }
        savedAtNanos = System.nanoTime();
    }
}
