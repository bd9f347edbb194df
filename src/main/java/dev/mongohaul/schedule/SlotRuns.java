package dev.mongohaul.schedule;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.each.FileOutcome;
import dev.mongohaul.job.launch.each.FileResult;
import dev.mongohaul.job.launch.each.Start;
import dev.mongohaul.job.launch.each.StartResult;
import dev.mongohaul.job.launch.each.StartView;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.EndNotSavedException;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.pause.FileWait;
import dev.mongohaul.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runner of slots, each on the calling thread: it claims the slot, waits for its input, runs its import and saves the
 * outcome. If the outcome cannot be saved, another process takes the slot over when its lease expires. Thread-safe.
 */
final class SlotRuns {

    private static final Logger LOG = LoggerFactory.getLogger(SlotRuns.class);
    private static final int RENEWALS = 3;

    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Time for which a slot that MongoDB does not let begin is tried again. */
    private static final Duration LONGEST_OUTAGE = Duration.ofHours(1);

    /** Time without a failure after which the next one begins another outage. */
    private static final Duration END_OF_OUTAGE = Duration.ofMinutes(10);

    private final Slots slots;
    private final JobFiles files;
    private final ImportJobs jobs;
    private final SlotInput input;
    private final ImportLauncher launcher;
    private final Runs runs;
    private final Duration lease;
    private final ScheduledExecutorService renewals;
    private final Set<Runnable> stops = ConcurrentHashMap.newKeySet();
    private final Map<Slot, Outage> outages = new ConcurrentHashMap<>();
    private volatile boolean ending;

    /**
     * @param lease how long a slot belongs to this process without a sign of life
     * @param renewals thread that renews leases
     */
    SlotRuns(
            Slots slots,
            JobFiles files,
            ImportJobs jobs,
            SlotInput input,
            ImportLauncher launcher,
            Runs runs,
            Duration lease,
            ScheduledExecutorService renewals) {
        this.slots = slots;
        this.files = files;
        this.jobs = jobs;
        this.input = input;
        this.launcher = launcher;
        this.runs = runs;
        this.lease = lease;
        this.renewals = renewals;
    }

    /** Stops running imports after the chunk in flight, and those that wait; another process runs their slots. */
    void end() {
        ending = true;
        stops.forEach(Runnable::run);
    }

    /** Claims a slot, unless another process has or had it. */
    Optional<SlotClaim> claim(ScheduledJob job, Slot slot) {
        return slots.claim(slot, job.text(), lease);
    }

    /** Runs slots that wait, or whose process died, each to its end, as far as their turn has come. Throws nothing. */
    void runFree(ScheduledJob job, List<Slot> free) {
        for (Slot slot : free) {
            try {
                if (!job.runsAll() || !slots.isBehindAnother(slot)) {
                    claim(job, slot).ifPresent(claim -> run(job, claim));
                }
            } catch (Throwable e) {
                warn(job, slot, e);
            }
        }
    }

    /** Runs a slot to its end. Throws nothing. */
    void run(ScheduledJob job, SlotClaim claim) {
        try (Renewal renewal = new Renewal(job, claim)) {
            outcome(job, claim, renewal)
                    .ifPresentOrElse(outcome -> complete(job, claim, outcome), () -> slots.release(claim));
        } catch (Throwable e) {
            warn(job, claim.slot(), e);
        }
    }

    private static void warn(ScheduledJob job, Slot slot, Throwable why) {
        LOG.warn(
                "{} of {} could not be completed, and is continued later: {}",
                job.name(),
                local(slot, job),
                Failures.describe(Failures.cause(why)),
                why);
    }

    private void complete(ScheduledJob job, SlotClaim claim, SlotOutcome outcome) {
        slots.complete(claim, outcome.state(), outcome.runId(), outcome.runIds(), outcome.reason());
        if (outcome.unread()) {
            slots.markUnread(claim.slot());
        }
        outages.remove(claim.slot());
        // The log of imports has the outcome of the run.
        boolean expected = outcome.state() == SlotState.RAN || outcome.state() == SlotState.NOTHING;
        LOG.atLevel(expected ? Level.INFO : Level.WARN)
                .addKeyValue("job", job.name())
                .addKeyValue("slot", claim.slot().time())
                .addKeyValue("state", outcome.state().word())
                .log(
                        "{} of {}: {}{}",
                        job.name(),
                        local(claim.slot(), job),
                        outcome.state().word(),
                        outcome.reason() == null ? outcome.runs() : ": " + outcome.reason());
    }

    private static String local(Slot slot, ScheduledJob job) {
        return job.timeText(slot.time());
    }

    /** Runs a slot; empty if it is left to another process, or to a later look. */
    private Optional<SlotOutcome> outcome(ScheduledJob job, SlotClaim claim, Renewal renewal) {
        if (!job.runsAll()
                && claim.takenOver()
                && slots.openBeside(claim.slot()).isPresent()) {
            return Optional.empty();
        }
        if (!job.runsAll() && !claim.takenOver()) {
            Optional<SlotRecord> earlier = slots.openBefore(claim.slot());
            if (earlier.isPresent()) {
                String reason = "the slot of " + local(earlier.get().slot(), job) + " had not ended";
                return Optional.of(SlotOutcome.without(SlotState.OVERLAPPED, reason));
            }
        }
        try {
            return imported(job, claim, renewal);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (EndNotSavedException e) {
            // The next look continues the import.
            warn(job, claim.slot(), e);
            return Optional.empty();
        } catch (Throwable e) {
            // An Error too: a slot without an outcome would hold its job.
            if (ending) {
                return Optional.empty();
            }
            String reason = Failures.describe(Failures.cause(e));
            if (isOutage(claim.slot(), e)) {
                LOG.atLevel(slots.retries().level(e))
                        .log("{} of {} is tried again: {}", job.name(), local(claim.slot(), job), reason);
                return Optional.empty();
            }
            return Optional.of(
                    e instanceof JobFileException && !isReadable(job.name())
                            ? SlotOutcome.unread(reason)
                            : SlotOutcome.without(SlotState.REFUSED, reason));
        }
    }

    /** Returns whether a slot could not begin or go on because MongoDB is away, and not for so long that a person has to know. */
    private boolean isOutage(Slot slot, Throwable failure) {
        boolean away = failure instanceof LeaseLostException lost && !lost.isTakenOver();
        if (!away
                && ServerStates.transientError(failure)
                        .filter(error -> !ServerStates.isMissingRight(error))
                        .isEmpty()) {
            return false;
        }
        Instant now = input.clock().instant();
        outages.values().removeIf(outage -> now.isAfter(outage.last.plus(END_OF_OUTAGE)));
        Outage outage = outages.merge(slot, new Outage(now, now), (first, next) -> new Outage(first.first, next.last));
        return now.isBefore(outage.first.plus(LONGEST_OUTAGE));
    }

    /** Failures of MongoDB by which a slot does not begin. */
    private record Outage(Instant first, Instant last) {}

    private Optional<SlotOutcome> imported(ScheduledJob job, SlotClaim claim, Renewal renewal)
            throws InterruptedException {
        Slot slot = claim.slot();
        ImportRequest first = request(slot);
        AtomicReference<ImportRequest> asked = new AtomicReference<>(first);
        AtomicReference<@Nullable FileWait> awaited = new AtomicReference<>();
        return switch (input.await(
                () -> asked.updateAndGet(last -> readAgain(slot, last)).file(),
                slot.time(),
                () -> ending || renewal.lost,
                missing -> late(claim, first.file(), missing),
                wait -> awaited.set(waits(job, claim, wait)))) {
            case GIVEN_UP -> Optional.empty();
            case GROWING ->
                Optional.of(SlotOutcome.without(
                        SlotState.REFUSED, "the input was still being written when the waiting time ended"));
            case READY -> launched(job, claim, Objects.requireNonNull(asked.get()), awaited.get());
        };
    }

    /** Waits for a job file that is half written, until {@link Timetable#GRACE} ends. */
    private ImportRequest request(Slot slot) throws InterruptedException {
        long end = System.nanoTime() + Timetable.GRACE.toNanos();
        while (true) {
            try {
                return ImportRequest.of(files, slot.job(), slot.time());
            } catch (JobFileException e) {
                if (isReadable(slot.job())) {
                    // It may have been corrected in between; if not, a setting is wrong, and not the file.
                    return ImportRequest.of(files, slot.job(), slot.time());
                }
                if (ending || System.nanoTime() - end >= 0) {
                    throw e;
                }
                Thread.sleep(LOOK.toMillis());
            }
        }
    }

    private boolean isReadable(String job) {
        try {
            files.find(job, List.of());
            return true;
        } catch (JobFileException e) {
            return false;
        }
    }

    /** Returns the request by the job file as it is now, which may be corrected while a slot waits; the last one if it is broken. */
    private ImportRequest readAgain(Slot slot, ImportRequest last) {
        try {
            return ImportRequest.of(files, slot.job(), slot.time());
        } catch (JobFileException e) {
            LOG.debug("{}: the last job file that could be read applies", slot.job(), e);
            return last;
        }
    }

    /** Makes the notification pending that the files of a slot are late; a failure of that changes nothing. */
    private void late(SlotClaim claim, JobFile job, String missing) {
        ScheduledJob scheduled = ScheduledJob.of(job).orElseThrow();
        Instant end = claim.slot()
                .time()
                .plus(Objects.requireNonNull(scheduled.schedule().maxWait()));
        String reason = "waits for %s until %s".formatted(missing, scheduled.timeText(end));
        LOG.warn("{} of {}: {}", job.name(), local(claim.slot(), scheduled), reason);
        try {
            slots.late(claim, reason);
        } catch (RuntimeException e) {
            warn(scheduled, claim.slot(), e);
        }
    }

    /** Saves what a slot waits for, if anything, and returns it as people see it. */
    private @Nullable FileWait waits(ScheduledJob job, SlotClaim claim, Optional<FileWait> wait) {
        if (wait.isEmpty()) {
            slots.waitsNoLonger(claim);
            return null;
        }
        String here = files.workingDirectory().toAbsolutePath().normalize() + "/";
        // An address can have the same folder in it.
        FileWait shown = new FileWait(
                wait.get().files().replaceAll("(^|, )" + Pattern.quote(here), "$1"),
                wait.get().until());
        slots.waits(claim, shown);
        LOG.info(
                "{} of {}: waiting for {} until {}",
                job.name(),
                local(claim.slot(), job),
                Printable.excerpt(shown.files()),
                job.timeText(shown.until()));
        return shown;
    }

    /** @param missing files that did not come within the waiting time; null if there are none */
    private Optional<SlotOutcome> launched(
            ScheduledJob job, SlotClaim claim, ImportRequest asked, @Nullable FileWait missing) {
        if (missing == null) {
            return launched(job, claim, asked);
        }
        String absent = "%s did not come by %s".formatted(missing.files(), job.timeText(missing.until()));
        try {
            return launched(job, claim, asked)
                    .map(outcome -> outcome.state() == SlotState.REFUSED && outcome.runId() == null
                            ? SlotOutcome.without(SlotState.REFUSED, absent + ": " + outcome.reason())
                            : outcome);
        } catch (InputException e) {
            if (ending || !e.isIncomplete()) {
                throw e;
            }
            return Optional.of(SlotOutcome.without(
                    SlotState.REFUSED, e.isNothingFound() ? absent : absent + ": " + e.getMessage()));
        }
    }

    private Optional<SlotOutcome> launched(ScheduledJob job, SlotClaim claim, ImportRequest asked) {
        try (Start start = Start.of(jobs, asked, null, new ImportMonitor(), input.clock(), input.settled())) {
            Runnable stop = start::requestStop;
            stops.add(stop);
            try {
                if (ending) {
                    return Optional.empty();
                }
                List<Run> before = claim.takenOver() ? runsBefore(claim) : List.of();
                List<String> leftBefore = claim.takenOver() ? slots.left(claim) : List.of();
                StartResult own = start.on(launcher, saving(job, claim));
                if (ending && own.cutShort()) {
                    return Optional.empty();
                }
                StartResult result = own.after(before, leftBefore);
                return Optional.of(loadedBefore(claim, result.before())
                        .orElseGet(() -> SlotOutcome.of(result, asked.file().empty())));
            } finally {
                stops.remove(stop);
            }
        }
    }

    /** Returns a view that saves the result of each file; a failure of that changes nothing. */
    private StartView saving(ScheduledJob job, SlotClaim claim) {
        return new StartView() {
            @Override
            public void ended(FileResult file) {
                try {
                    file.run().ifPresent(run -> slots.ran(claim, run.id()));
                    if (file.outcome() == FileOutcome.REFUSED && file.isGone()) {
                        slots.left(claim, file.text());
                    }
                } catch (RuntimeException e) {
                    warn(job, claim.slot(), e);
                }
            }
        };
    }

    /** Returns the last run of each import that former owners of a slot have begun. */
    private List<Run> runsBefore(SlotClaim claim) {
        Map<Long, Run> last = new LinkedHashMap<>();
        slots.runs(claim).stream()
                .flatMap(run -> runs.find(run).stream())
                .forEach(run -> last.put(run.importNumber(), run));
        last.replaceAll((number, run) -> runs.runsOf(number).stream().reduce(run, (earlier, later) -> later));
        return List.copyOf(last.values());
    }

    /**
     * Returns the outcome of a slot whose content was loaded after the slot's time: the former owner of the slot loaded it and
     * died before it could save this.
     */
    private static Optional<SlotOutcome> loadedBefore(SlotClaim claim, Optional<Run> last) {
        return last.filter(run -> claim.takenOver()
                        && !run.started().isBefore(claim.slot().time()))
                .map(run -> SlotOutcome.ran(run.id()));
    }

    /** Renewal of a claim until it is closed. */
    private final class Renewal implements AutoCloseable {

        private final ScheduledJob job;
        private final SlotClaim claim;
        private final ScheduledFuture<?> end;

        /** Whether another process has the slot by now. */
        private volatile boolean lost;

        private Renewal(ScheduledJob job, SlotClaim claim) {
            this.job = job;
            this.claim = claim;
            long every = lease.toMillis() / RENEWALS;
            this.end = renewals.scheduleAtFixedRate(this::renew, every, every, TimeUnit.MILLISECONDS);
        }

        private void renew() {
            try {
                lost |= !slots.renew(claim, lease);
            } catch (Throwable e) {
                LOG.atLevel(slots.retries().level(e))
                        .setCause(e)
                        .log(
                                "{} of {}: the lease could not be renewed; the next attempt follows: {}",
                                job.name(),
                                local(claim.slot(), job),
                                Failures.describe(Failures.cause(e)));
            }
        }

        @Override
        public void close() {
            end.cancel(false);
        }
    }
}
