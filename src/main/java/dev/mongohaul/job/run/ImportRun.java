package dev.mongohaul.job.run;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.step.ImportMonitor;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportLease;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.Piece;

/** One try of an import: what its steps share. Thread-safe. */
final class ImportRun {

    private final ImportJob job;
    private final ImportLease lease;
    private final ImportMonitor monitor;
    private ImportPlan plan;

    ImportRun(ImportJob job, ImportPlan plan, ImportLease lease, ImportMonitor monitor) {
        this.job = job;
        this.plan = plan;
        this.lease = lease;
        this.monitor = monitor;
    }

    ImportJob job() {
        return job;
    }

    synchronized ImportPlan plan() {
        return plan;
    }

    ImportLease lease() {
        return lease;
    }

    ImportMonitor monitor() {
        return monitor;
    }

    synchronized void prepared(ImportPlan prepared) {
        plan = prepared;
    }

    /** Takes notice of how far a piece came. */
    synchronized void settled(Piece piece) {
        plan = plan.with(piece);
        monitor.reached(piece.doneTo(), plan.counts());
    }

    boolean limitExceeded(boolean atEnd) {
        Counts counts = plan().counts();
        return job.rejectLimit().exceededBy(counts.rejected(), counts.read(), atEnd);
    }

    RejectLimitExceededException limitExceeded() {
        Counts counts = plan().counts();
        return new RejectLimitExceededException(job.rejectLimit().exceededMessage(counts.rejected(), counts.read()));
    }
}
