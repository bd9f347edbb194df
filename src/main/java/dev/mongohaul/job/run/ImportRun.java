package dev.mongohaul.job.run;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.reject.PassingLimit;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.Staging;
import dev.mongohaul.repository.plan.StoredRequest;
import dev.mongohaul.text.Printable;
import dev.mongohaul.writer.delivery.CompareChoice;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** State of one run of an import, which its steps share. Thread-safe. */
public final class ImportRun implements RunState {

    private final ImportJob job;
    private final ImportPlans plans;
    private final ImportLease lease;
    private final ImportMonitor monitor;
    private final ImportMeter meter;
    private final CompareChoice comparing;
    private final boolean unsentBefore;
    private ImportPlan plan;
    private int chunksInFlight;
    private @Nullable Throwable failure;

    public ImportRun(
            ImportJob job,
            ImportPlans plans,
            ImportPlan plan,
            ImportLease lease,
            ImportMonitor monitor,
            ImportMeter meter) {
        this.job = job;
        this.plans = plans;
        this.plan = plan;
        this.unsentBefore = Boolean.FALSE.equals(plan.sent());
        this.lease = lease;
        this.monitor = monitor;
        this.meter = meter;
        this.comparing = new CompareChoice(job.file().write().compare());
    }

    @Override
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

    @Override
    public CompareChoice comparing() {
        return comparing;
    }

    @Override
    public long importNumber() {
        return plan().jobInstanceId();
    }

    @Override
    public void begins() {
        monitor.begins();
    }

    @Override
    public ImportMeter meter() {
        return meter;
    }

    /** Sets the plan of the run, once its partitions are cut. */
    public synchronized void prepared(ImportPlan prepared) {
        plan = prepared;
        updateMonitor();
    }

    /** Sets the collection that the documents are loaded into. */
    public synchronized void staged(Staging staging) {
        plan = plan.with(staging);
    }

    /** Sets what became of the documents that the input lacks. */
    public synchronized void counted(Deletions deletions) {
        plan = plan.with(deletions);
    }

    /** Saves for later runs that documents are sent, before the first chunk. */
    @Override
    public synchronized void sends() {
        if (!Boolean.TRUE.equals(plan.sent())) {
            plans.saveSent(plan.key(), true, lease.lease());
            plan = plan.withSent(true);
        }
        chunksInFlight++;
    }

    @Override
    public synchronized void answered() {
        chunksInFlight--;
    }

    @Override
    public synchronized void progressed(ImportPartition partition) {
        plan = plan.with(partition);
        updateMonitor();
    }

    /**
     * Returns whether this run was the first to send documents, and the server has rejected each of them. A document that is
     * found unchanged may have been written by a command whose answer was lost.
     */
    public synchronized boolean wroteNothing() {
        return unsentBefore
                && Boolean.TRUE.equals(plan.sent())
                && chunksInFlight == 0
                && plan.counts().written() + plan.counts().unchanged() == 0;
    }

    private void updateMonitor() {
        monitor.reached(completedBytes(), plan.counts());
    }

    private synchronized long completedBytes() {
        return plan.partitions().stream()
                .mapToLong(partition -> partition.doneTo() - partition.from())
                .sum();
    }

    /**
     * Records the failure of a partition. The first one is the reason of the run's failure; the other partitions stop
     * at their next chunk.
     */
    public synchronized void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    public synchronized Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns whether partitions have to stop at their next chunk. */
    public boolean ending() {
        return monitor.stopRequested() || failure().isPresent();
    }

    @Override
    public Optional<RejectLimitExceededException> limitExceeded() {
        return limitExceeded(plan().counts(), completedBytes(), false);
    }

    /**
     * Returns the failure of an import that has too many rejects, with the rejects so far, how much of the input is read,
     * and the next step.
     *
     * @param bytes of the input that are read
     * @param atEnd whether all records are read
     */
    public Optional<RejectLimitExceededException> limitExceeded(Counts counts, long bytes, boolean atEnd) {
        boolean exceeded = job.file().rejects().limit().exceededBy(counts.rejected(), counts.read(), atEnd);
        return exceeded ? Optional.of(limitExceeded(counts, bytes)) : Optional.empty();
    }

    private RejectLimitExceededException limitExceeded(Counts counts, long bytes) {
        String rejects = job.file().rejects().limit().exceededMessage(counts.rejected(), counts.read());
        if (bytes == job.inputs().endOffset()) {
            PassingLimit passing = PassingLimit.OF_NOTHING.after(counts.rejected(), counts.read(), true);
            return new RejectLimitExceededException(
                    rejects + ", and the whole input is read. A rejects.limit of " + passing + " would pass.");
        }
        return new RejectLimitExceededException(
                rejects + partRead(bytes) + ". " + check() + " shows all rejects and the limit that would pass.");
    }

    private String partRead(long bytes) {
        long all = job.inputBytes();
        long percent = all == 0 ? 0 : Math.min(99, 100 * bytes / all);
        return all == 0 ? "" : ", and %s %% of the input is read".formatted(percent == 0 ? "less than 1" : percent);
    }

    private String check() {
        StoredRequest request = job.request();
        if (request.inferred() == null) {
            return "'mongohaul check %s'%s"
                    .formatted(job.name(), request.parameters().isEmpty() ? "" : " with the same parameters");
        }
        List<Input> inputs = job.inputs().list();
        String files = inputs.size() == 1 ? Printable.of(inputs.get(0).name()) : "FILE…";
        return "'mongohaul check %s'%s"
                .formatted(files, request.inferred().settings().isEmpty() ? "" : " with the same options");
    }
}
