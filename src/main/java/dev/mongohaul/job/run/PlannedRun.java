package dev.mongohaul.job.run;

import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportPlan;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobInterruptedException;

/** State of one run of a plan, an import or an undo, which its steps share. Thread-safe. */
public class PlannedRun {

    private final ImportLease lease;
    private final ImportMonitor monitor;
    private final ImportMeter meter;
    private ImportPlan plan;
    private @Nullable Throwable failure;

    public PlannedRun(ImportPlan plan, ImportLease lease, ImportMonitor monitor, ImportMeter meter) {
        this.plan = plan;
        this.lease = lease;
        this.monitor = monitor;
        this.meter = meter;
    }

    public final synchronized ImportPlan plan() {
        return plan;
    }

    public final ImportLease lease() {
        return lease;
    }

    public final ImportMonitor monitor() {
        return monitor;
    }

    public final ImportMeter meter() {
        return meter;
    }

    /** Sets the plan of the run, once its partitions are cut. */
    public final void prepared(ImportPlan prepared) {
        change(before -> prepared);
        updateMonitor();
    }

    public final void progressed(ImportPartition partition) {
        change(before -> before.with(partition));
        updateMonitor();
    }

    final synchronized void change(UnaryOperator<ImportPlan> changed) {
        plan = changed.apply(plan);
    }

    private synchronized void updateMonitor() {
        monitor.reached(completedBytes(), plan.counts());
    }

    final synchronized long completedBytes() {
        return plan.partitions().stream()
                .mapToLong(partition -> partition.doneTo() - partition.from())
                .sum();
    }

    /**
     * Records the failure of a partition. The first one is the reason of the run's failure; the other partitions stop
     * at their next chunk.
     */
    public final synchronized void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    public final synchronized Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns whether partitions have to stop at their next chunk. */
    public final boolean ending() {
        return monitor.stopRequested() || failure().isPresent();
    }

    /**
     * Checks that the next block may be written.
     *
     * @throws JobInterruptedException if partitions have to stop
     */
    public final void requireGoingOn() throws JobInterruptedException {
        if (ending()) {
            throw new JobInterruptedException("stop requested");
        }
        lease.check();
    }
}
