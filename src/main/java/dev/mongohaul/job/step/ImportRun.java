package dev.mongohaul.job.step;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.step.ImportMeters.ImportMeter;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportLease;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.ImportPlan;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of an import: what its steps share. Thread-safe. */
public final class ImportRun {

    private final ImportJob job;
    private final ImportLease lease;
    private final ImportMonitor monitor;
    private final ImportMeter meter;
    private final boolean unsentBefore;
    private ImportPlan plan;
    private int chunksInFlight;
    private @Nullable Throwable failure;

    public ImportRun(ImportJob job, ImportPlan plan, ImportLease lease, ImportMonitor monitor, ImportMeter meter) {
        this.job = job;
        this.plan = plan;
        this.unsentBefore = Boolean.FALSE.equals(plan.sent());
        this.lease = lease;
        this.monitor = monitor;
        this.meter = meter;
    }

    public ImportJob job() {
        return job;
    }

    public synchronized ImportPlan plan() {
        return plan;
    }

    public ImportLease lease() {
        return lease;
    }

    public ImportMonitor monitor() {
        return monitor;
    }

    public ImportMeter meter() {
        return meter;
    }

    /** The partitions are cut: from here on the plan's are counted. */
    public synchronized void prepared(ImportPlan prepared) {
        plan = prepared;
        tellMonitor();
    }

    /**
     * A chunk's documents are about to be sent.
     *
     * @param save keeps that for later runs; called for the first chunk of all
     */
    synchronized void sends(Runnable save) {
        if (!Boolean.TRUE.equals(plan.sent())) {
            save.run();
            plan = plan.withSent(true);
        }
        chunksInFlight++;
    }

    /** The server has answered for every document of a chunk. */
    synchronized void answered() {
        chunksInFlight--;
    }

    /** Takes notice of how far a partition came. */
    synchronized void settled(ImportPartition partition) {
        plan = plan.with(partition);
        tellMonitor();
    }

    /** Whether documents were sent by this run, the first that sent any, and the server has refused each of them. */
    public synchronized boolean wroteNothing() {
        return unsentBefore
                && Boolean.TRUE.equals(plan.sent())
                && chunksInFlight == 0
                && plan.counts().written() == 0;
    }

    private void tellMonitor() {
        long settledBytes = plan.partitions().stream()
                .mapToLong(partition -> partition.doneTo() - partition.from())
                .sum();
        monitor.reached(settledBytes, plan.counts());
    }

    /** A partition failed: the first failure is the run's reason, and the other partitions end at their next chunk. */
    synchronized void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    /** Why a partition failed, the first of them; empty where none did. */
    public synchronized Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Whether partitions shall end at their next chunk. */
    boolean ending() {
        return monitor.stopRequested() || failure().isPresent();
    }

    public boolean limitExceeded(boolean atEnd) {
        Counts counts = plan().counts();
        return job.rejectLimit().exceededBy(counts.rejected(), counts.read(), atEnd);
    }

    public RejectLimitExceededException limitExceeded() {
        Counts counts = plan().counts();
        return new RejectLimitExceededException(job.rejectLimit().exceededMessage(counts.rejected(), counts.read()));
    }

    /** More records were given up than the job allows. */
    public static final class RejectLimitExceededException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RejectLimitExceededException(String message) {
            super(message);
        }
    }
}
