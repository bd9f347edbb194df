package dev.mongohaul.job.run;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.reject.PassingLimit;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.Staging;
import dev.mongohaul.repository.plan.StoredRequest;
import dev.mongohaul.text.Printable;
import dev.mongohaul.writer.delivery.CompareChoice;
import java.util.List;
import java.util.Optional;
import org.springframework.batch.core.step.StepExecution;

/** State of one run of an import, with its job. Thread-safe. */
public final class ImportRun extends PlannedRun implements RunState {

    private final ImportJob job;
    private final ImportPlans plans;
    private final CompareChoice comparing;
    private final boolean unsentBefore;
    private List<StepExecution> workerSteps = List.of();
    private int chunksInFlight;

    public ImportRun(
            ImportJob job,
            ImportPlans plans,
            ImportPlan plan,
            ImportLease lease,
            ImportMonitor monitor,
            ImportMeter meter) {
        super(plan, lease, monitor, meter);
        this.job = job;
        this.plans = plans;
        this.unsentBefore = Boolean.FALSE.equals(plan.sent());
        this.comparing = job.comparing();
    }

    @Override
    public ImportJob job() {
        return job;
    }

    @Override
    public CompareChoice comparing() {
        return comparing;
    }

    @Override
    public long importNumber() {
        return plan().importNumber();
    }

    @Override
    public void begins() {
        monitor().begins();
    }

    /** Sets the collection that the documents are loaded into. */
    public void staged(Staging staging) {
        change(plan -> plan.with(staging));
    }

    /** Sets what became of the documents that the input lacks. */
    public void counted(Deletions deletions) {
        change(plan -> plan.with(deletions));
    }

    /** Sets the steps of partitions that other processes may have imported. */
    public synchronized void worked(List<StepExecution> steps) {
        workerSteps = steps;
    }

    public synchronized List<StepExecution> workerSteps() {
        return workerSteps;
    }

    /** Saves for later runs that documents are sent, before the first chunk. */
    @Override
    public synchronized void sends() {
        if (!Boolean.TRUE.equals(plan().sent())) {
            plans.saveSent(plan().key(), true, lease().lease());
            change(plan -> plan.withSent(true));
        }
        chunksInFlight++;
    }

    @Override
    public synchronized void answered() {
        chunksInFlight--;
    }

    /**
     * Returns whether this run was the first to send documents, and the server has rejected each of them. A document that is
     * found unchanged may have been written by a command whose answer was lost.
     */
    public synchronized boolean wroteNothing() {
        return unsentBefore
                && Boolean.TRUE.equals(plan().sent())
                && chunksInFlight == 0
                && plan().counts().written() + plan().counts().unchanged() == 0;
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
            boolean few = RejectReasons.remedy(counts.rejected(), counts.read(), false)
                    .isEmpty();
            return new RejectLimitExceededException(rejects + ", and " + RejectLimitExceededException.WHOLE + "."
                    + (few ? " A rejects.limit of " + passing + " would pass." : ""));
        }
        // The command does not find a file that is moved because of this failure.
        boolean moved = job.file().source().fileRules().after().failedFolder().isPresent();
        return new RejectLimitExceededException(rejects + partRead(bytes) + "."
                + (moved ? "" : " " + check() + " shows all rejects and the limit that would pass."));
    }

    private String partRead(long bytes) {
        long all = job.inputBytes();
        long percent = all == 0 ? 0 : Math.min(99, 100 * bytes / all);
        return all == 0 ? "" : ", and %s %% of the input is read".formatted(percent == 0 ? "less than 1" : percent);
    }

    private String check() {
        StoredRequest request = job.request();
        if (job.inputs().isReadOnce()) {
            return request.inferred() == null
                    ? "'mongohaul check %s' with the same input".formatted(job.name())
                    : "'mongohaul check -' with the same input and options";
        }
        if (request.inferred() == null && request.alone() != null) {
            boolean others =
                    request.parameters().stream().anyMatch(parameter -> !parameter.startsWith("source.files="));
            return "'mongohaul check %s files=%s'%s"
                    .formatted(job.name(), Printable.of(request.alone()), others ? " with the same parameters" : "");
        }
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
