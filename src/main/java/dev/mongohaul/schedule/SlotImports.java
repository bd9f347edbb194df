package dev.mongohaul.schedule;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.file.DatedFiles;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportLauncher.LaunchResult;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.ImportPlan.StoredRequest;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.Slot.SlotClaim;
import dev.mongohaul.schedule.Slot.SlotState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Imports of slots, each after its input has arrived. Thread-safe. */
final class SlotImports {

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

    /** Stops running imports after the chunk in flight, and those that wait. */
    void end() {
        ending = true;
        running.forEach(ImportMonitor::requestStop);
    }

    /** Returns whether the process is shutting down, so that another process runs unfinished slots. */
    boolean isEnding() {
        return ending;
    }

    /**
     * Waits for the input and imports it. Returns empty if the slot is left to another process.
     *
     * @param lost whether another process has the slot by now
     * @throws RuntimeException if the import cannot be prepared or started, with a message for the user
     */
    Optional<SlotOutcome> run(SlotClaim claim, BooleanSupplier lost) throws IOException, InterruptedException {
        Slot slot = claim.slot();
        List<String> parameters = DatedFiles.parameters(files.find(slot.job(), List.of()), slot.time(), List.of());
        JobFile file = files.find(slot.job(), parameters);
        return switch (input.await(file, slot.time(), () -> ending || lost.getAsBoolean())) {
            case GIVEN_UP -> Optional.empty();
            case GROWING ->
                Optional.of(SlotOutcome.without(
                        SlotState.REFUSED, "the input was still being written when the waiting time ended"));
            case READY ->
                launched(
                        claim,
                        jobs.prepare(
                                file,
                                new StoredRequest(file.path().toAbsolutePath().toString(), parameters)));
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

    /**
     * Returns the outcome of a slot whose content was loaded before. If that was after the slot's time, the former
     * owner of the slot loaded it and died before it could save this.
     */
    private SlotOutcome loadedBefore(SlotClaim claim, LaunchResult result) {
        List<Run> all = runs.runsOf(result.plan().jobInstanceId());
        if (claim.takenOver() && !all.isEmpty()) {
            Run last = all.get(all.size() - 1);
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

    /**
     * Outcome of a slot that this process had claimed.
     *
     * @param runId number of the run, if it was run
     * @param reason why it was not run, as text
     */
    record SlotOutcome(
            SlotState state, @Nullable Long runId, @Nullable String reason) {

        /** Returns the log level. The log of imports has the outcome of the run. */
        Level level() {
            return state == SlotState.RAN || state == SlotState.NOTHING ? Level.INFO : Level.WARN;
        }

        static SlotOutcome ran(long runId) {
            return new SlotOutcome(SlotState.RAN, runId, null);
        }

        static SlotOutcome without(SlotState state, String reason) {
            return new SlotOutcome(state, null, reason);
        }
    }
}
