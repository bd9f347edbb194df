package dev.mongohaul.job.slot;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.file.DatedFiles;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.run.ImportLauncher;
import dev.mongohaul.job.run.LaunchResult;
import dev.mongohaul.job.step.ImportMonitor;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.ImportRequest;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.repository.slot.Slot;
import dev.mongohaul.repository.slot.SlotClaim;
import dev.mongohaul.repository.slot.SlotState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Imports what a slot's job reads at that time, once its input is there. Thread-safe. */
public final class SlotImports {

    private final JobFiles files;
    private final ImportJobs jobs;
    private final SlotInput input;
    private final ImportLauncher launcher;
    private final Runs runs;
    private final Set<ImportMonitor> running = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    public SlotImports(JobFiles files, ImportJobs jobs, SlotInput input, ImportLauncher launcher, Runs runs) {
        this.files = files;
        this.jobs = jobs;
        this.input = input;
        this.launcher = launcher;
        this.runs = runs;
    }

    /** Ends what runs after the chunk in flight, and what waits. */
    void end() {
        ending = true;
        running.forEach(ImportMonitor::requestStop);
    }

    /** Whether imports end by themselves, so that what did not come to its end is somebody else's. */
    boolean isEnding() {
        return ending;
    }

    /**
     * Waits and imports; empty where the slot is left to another process.
     *
     * @param lost whether the slot is another's by now
     * @throws RuntimeException where the import cannot be made or begun, with a message for people
     */
    Optional<SlotOutcome> run(SlotClaim claim, BooleanSupplier lost) throws IOException, InterruptedException {
        Slot slot = claim.slot();
        List<String> parameters = DatedFiles.parameters(files.find(slot.job(), List.of()), slot.time(), List.of());
        JobFile file = files.find(slot.job(), parameters);
        return switch (input.await(file, slot.time(), () -> ending || lost.getAsBoolean())) {
            case GIVEN_UP -> Optional.empty();
            case GROWING ->
                Optional.of(SlotOutcome.without(
                        SlotState.REFUSED, "the input was still written to when the time to wait was over"));
            case READY ->
                launched(
                        claim,
                        jobs.prepare(
                                file,
                                new ImportRequest(file.path().toAbsolutePath().toString(), parameters)));
        };
    }

    private Optional<SlotOutcome> launched(SlotClaim claim, Optional<ImportJob> job) {
        if (job.isEmpty()) {
            return Optional.of(SlotOutcome.without(SlotState.NOTHING, "there was no record, which the job allows"));
        }
        ImportMonitor monitor = new ImportMonitor();
        running.add(monitor);
        try {
            if (ending) {
                return Optional.empty();
            }
            LaunchResult result = launcher.launch(job.get(), InputScan.begin(job.get(), monitor), false, monitor);
            return result.nothingToDo() ? Optional.of(loadedBefore(claim, result)) : ran(result.jobExecutionId());
        } finally {
            running.remove(monitor);
        }
    }

    /** Loaded since the slot's time, it was loaded by the process that had the slot, and died before it could say so. */
    private SlotOutcome loadedBefore(SlotClaim claim, LaunchResult result) {
        List<Run> tries = runs.triesOf(result.plan().jobInstanceId());
        if (claim.takenOver() && !tries.isEmpty()) {
            Run last = tries.get(tries.size() - 1);
            if (!last.started().isBefore(claim.slot().time())) {
                return SlotOutcome.ran(last.id());
            }
        }
        return SlotOutcome.without(SlotState.NOTHING, "the content was loaded before");
    }

    private Optional<SlotOutcome> ran(long runId) {
        boolean left = ending && runs.find(runId).orElseThrow().ending() == ImportEnding.STOPPED;
        return left ? Optional.empty() : Optional.of(SlotOutcome.ran(runId));
    }
}
