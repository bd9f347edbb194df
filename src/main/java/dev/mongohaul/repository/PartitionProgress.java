package dev.mongohaul.repository;

import dev.mongohaul.repository.ImportLease.Lease;
import dev.mongohaul.repository.ImportPlan.ImportPartition;
import dev.mongohaul.repository.ImportPlan.ImportPartition.InFlight;
import java.time.Duration;

/**
 * Progress of one partition in this run, saved at most once per interval. One thread at a time changes it; others may
 * read the partition.
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

    /** Returns the present partition, saved or not. */
    public ImportPartition partition() {
        return partition;
    }

    /** Returns the counts of this run alone. */
    public Counts countsOfThisRun() {
        return partition.counts().minus(begun.counts());
    }

    /** Saves that documents are about to be sent. */
    public void saveSent() {
        plans.saveSent(key, true, lease);
    }

    /** Saves the pre-check results of records that are about to be sent. */
    public void send(InFlight records) {
        partition = partition.sending(records);
        save();
    }

    /** Records that the records up to {@code offset} are completed, and saves that if the interval has passed. */
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

    /** Saves the partition if it has changed. */
    public void save() {
        ImportPartition current = partition;
        if (!current.equals(saved)) {
            plans.savePartition(key, index, current, lease);
            saved = current;
        }
        savedAtNanos = System.nanoTime();
    }
}
