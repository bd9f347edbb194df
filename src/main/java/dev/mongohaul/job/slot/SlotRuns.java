package dev.mongohaul.job.slot;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.read.JobFiles;
import dev.mongohaul.job.run.ImportLauncher;
import dev.mongohaul.job.run.LaunchResult;
import dev.mongohaul.job.step.ImportMonitor;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.repository.slot.Slot;
import dev.mongohaul.repository.slot.SlotClaim;
import dev.mongohaul.repository.slot.SlotRecord;
import dev.mongohaul.repository.slot.SlotState;
import dev.mongohaul.repository.slot.Slots;
import java.io.IOException;
import java.time.Clock;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs slots, each on the thread that asks for it: claims it, waits for its input, and notes what became of it. Thread-safe. */
public final class SlotRuns {

    private static final Logger LOG = LoggerFactory.getLogger(SlotRuns.class);

    private final Imports imports;
    private final Slots slots;
    private final SlotInput input;
    private final SlotLease lease;
    private final Set<ImportMonitor> running = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    /** What a slot's import is made of, and by. */
    public record Imports(JobFiles files, ImportJobs jobs, ImportProperties limits, ImportLauncher launcher, Runs runs) {}

    /** What became of a slot that this process had. */
    private record Outcome(
            SlotState state, @Nullable Long runId, @Nullable String reason) {}

    /** @param renewals a thread that shows that this process lives */
    public SlotRuns(
            Imports imports, Slots slots, SlotSettings settings, ScheduledExecutorService renewals, Clock clock) {
        this.imports = imports;
        this.slots = slots;
        this.input = new SlotInput(new InputStamps(imports.limits().inputRules()), settings.settled(), clock);
        this.lease = new SlotLease(slots, settings.lease(), renewals);
    }

    /** Runs a slot to its end, unless another process has it, or had it. */
    public void run(ScheduledJob job, Slot slot) {
        Optional<SlotClaim> claimed = slots.claim(slot, job.text(), lease.duration());
        if (claimed.isEmpty()) {
            return;
        }
        SlotClaim claim = claimed.get();
        try (SlotLease.Renewal renewal = lease.keep(claim)) {
            Optional<Outcome> outcome = outcome(job, claim, renewal);
            outcome.ifPresentOrElse(
                    told -> slots.settle(claim, told.state(), told.runId(), told.reason()), () -> slots.release(claim));
        }
    }

    /** Ends what runs after the chunk in flight; the slots are left to whoever serves next. */
    public void end() {
        ending = true;
        running.forEach(ImportMonitor::requestStop);
    }

    /** Empty where the slot is left to another process. */
    private Optional<Outcome> outcome(ScheduledJob job, SlotClaim claim, SlotLease.Renewal renewal) {
        Optional<SlotRecord> earlier = claim.takenOver() ? Optional.empty() : slots.openBefore(claim.slot());
        if (earlier.isPresent()) {
            String time = local(earlier.get().slot(), job.schedule().zone());
            return Optional.of(
                    new Outcome(SlotState.OVERLAPPED, null, "the one of " + time + " was not over yet"));
        }
        try {
            return imported(job, claim.slot(), renewal);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} of {} could not be run", job.name(), claim.slot().time(), e);
            return ending ? Optional.empty() : Optional.of(refused(String.valueOf(e.getMessage())));
        }
    }

    private Optional<Outcome> imported(ScheduledJob job, Slot slot, SlotLease.Renewal renewal)
            throws IOException, InterruptedException {
        List<String> parameters = DatedFiles.parameter(imports.files.find(job.name(), List.of()), slot.time()).stream()
                .toList();
        JobFile file = imports.files.find(job.name(), parameters);
        switch (input.await(file, slot.time(), () -> ending || renewal.isLost())) {
            case GIVEN_UP:
                return Optional.empty();
            case GROWING:
                return Optional.of(refused("the input was still written to when the time to wait was over"));
            default:
                return imported(imports.jobs.prepare(file, parameters));
        }
    }

    private Optional<Outcome> imported(Optional<ImportJob> job) {
        if (job.isEmpty()) {
            return Optional.of(new Outcome(SlotState.NOTHING, null, "there was no record, which the job allows"));
        }
        ImportMonitor monitor = new ImportMonitor();
        running.add(monitor);
        try {
            if (ending) {
                return Optional.empty();
            }
            Future<InputScan> scan = InputScan.begin(job.get(), monitor);
            return told(imports.launcher.launch(job.get(), scan, false, monitor));
        } finally {
            running.remove(monitor);
        }
    }

    private Optional<Outcome> told(LaunchResult result) {
        if (result.nothingToDo()) {
            return Optional.of(new Outcome(SlotState.NOTHING, null, "the content was loaded before"));
        }
        Run run = imports.runs.find(result.jobExecutionId()).orElseThrow();
        if (ending && run.ending() == ImportEnding.STOPPED) {
            return Optional.empty();
        }
        return Optional.of(new Outcome(SlotState.RAN, result.jobExecutionId(), null));
    }

    private static Outcome refused(String reason) {
        return new Outcome(SlotState.REFUSED, null, reason);
    }

    /** A time as the job's people read it. */
    static String local(Slot slot, ZoneId zone) {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).format(slot.time().atZone(zone));
    }
}
