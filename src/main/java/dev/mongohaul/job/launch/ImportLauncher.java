package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.job.ChunkMemory;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.MemoryShare;
import dev.mongohaul.job.inbox.FilesAfterImport;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.job.run.ImportMeter;
import dev.mongohaul.job.run.ImportMeters;
import dev.mongohaul.job.run.ImportRun;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.Snapshot;
import dev.mongohaul.job.setting.UnfinishedImport;
import dev.mongohaul.job.setting.file.ChangedFile;
import dev.mongohaul.job.setting.file.ImportUnit;
import dev.mongohaul.job.step.BatchJobFactory;
import dev.mongohaul.job.step.DriftCheck;
import dev.mongohaul.job.target.StagedLoad;
import dev.mongohaul.job.target.TargetRefusedException;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.file.FileId;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.writer.send.WriteOperation;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Launcher of imports, on the calling thread.
 *
 * <p>It decides whether the content has to be loaded, plans a new import or takes the plan of an unfinished one, claims the
 * import's lease, repairs the records of killed runs, and runs the Spring Batch job that {@link BatchJobFactory} makes.
 */
public final class ImportLauncher {

    /** Day in the name of a file. */
    private static final Pattern DAY =
            Pattern.compile("(?<!\\d)(?:19|20)\\d{2}[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\\d|3[01])(?!\\d)");

    static final Logger LOG = LoggerFactory.getLogger(ImportLauncher.class);

    private final ImportPlans plans;
    private final Runs runs;
    private final BatchJobFactory jobs;
    private final RunStarter starter;
    private final RepositoryProperties properties;
    private final ImportMeters meters;
    private final Clock clock;
    private final FilesAfterImport files;
    private final ObjectProvider<PhaseAfterLoad> phases;

    ImportLauncher(
            Runs runs,
            BatchJobFactory jobs,
            ObjectProvider<ImportMeters> meters,
            ObjectProvider<Clock> clock,
            ObjectProvider<PhaseAfterLoad> phases) {
        this.plans = jobs.plans();
        this.properties = jobs.properties();
        this.runs = runs;
        this.jobs = jobs;
        this.starter = new RunStarter(jobs);
        this.meters = meters.getIfAvailable(() -> ImportMeters.NONE);
        this.clock = clock.getIfAvailable(Clock::systemUTC);
        this.files = new FilesAfterImport(plans.files(), this.clock);
        this.phases = phases;
    }

    /**
     * Loads the input unless it was loaded before.
     *
     * @param scanning the scan of the input that {@link InputScan#begin} started
     * @param again whether to load content that was loaded before
     * @throws ImportRefusedException if an earlier import is in the way and the user has to choose
     * @throws TargetRefusedException if the collection cannot keep each document once
     * @throws JobRefusedException if the job forbids the difference between the header and that of the last import
     * @throws ImportRunningException if another process runs this import or another one of the job
     * @throws ImportFailedException if the run could not be started, or its end not be saved
     */
    LaunchResult launch(ImportJob job, Future<InputScan> scanning, boolean again, ImportMonitor monitor) {
        InputScan scan = await(scanning);
        ImportIdentity wanted = jobs.identity(job, scan);
        ImportJob scanned = job.of(scan);
        monitor.expect(job.inputBytes());
        Optional<KnownFile> known = again ? Optional.empty() : knownContent(scanned, wanted);
        if (known.filter(KnownFile::isImported).isPresent()
                && !isFormerState(scanned, wanted)
                && !isDropped(scanned, wanted, known.get())) {
            long earlier = known.get().importNumber();
            return LaunchResult.nothing(
                    lastRun(earlier),
                    alreadyImported(known.get()),
                    whileNoneRuns(
                            earlier,
                            sessions -> files.completedBefore(
                                    scanned,
                                    wanted,
                                    earlier,
                                    plans.findWithoutPartitions(earlier)
                                            .filter(ImportPlan::isDoubtful)
                                            .isPresent(),
                                    sessions)));
        }
        boolean forgotten = known.isPresent();
        while (true) {
            ImportHistory history = history(scanned, wanted);
            Optional<ImportPlan> completed = history.completedBy(job.request());
            if (completed.isPresent()) {
                return completed.get().identity().sameBytes(wanted)
                        ? endedBefore(scanned, scan, completed.get(), monitor)
                        : loadedBefore(job, completed.get(), List.of());
            }
            ImportDecision decision = history.decide(
                    wanted,
                    scanned.filesUnderOtherIds(),
                    scanned.plannedInputs(),
                    scanned.correctedImport(),
                    again,
                    forgotten,
                    job.file().unfinished() == UnfinishedImport.ABANDON);
            if (decision instanceof ImportDecision.NothingToDo nothing) {
                return endedBefore(scanned, scan, nothing.loaded(), monitor);
            }
            Optional<ImportPlan> plan = planOf(decision, scanned, wanted, again || forgotten);
            if (plan.isPresent()) {
                if (decision instanceof ImportDecision.Begin && job.addsUnderOtherIds() && history.hasStored(wanted)) {
                    LOG.warn(
                            "{}: documents of this content are in {} already; each is added once more, with another _id",
                            job.name(),
                            wanted.target());
                }
                if (decision instanceof ImportDecision.Begin && !wanted.onlyAdds()) {
                    warnOfNewer(scanned, wanted);
                    warnOfLaterDay(scanned, wanted);
                }
                return run(scanned, scan, plan.get(), monitor);
            }
        }
    }

    private ImportHistory history(ImportJob job, ImportIdentity wanted) {
        String alone = job.request().alone();
        if (alone == null) {
            return new ImportHistory(plans.findByJob(job.name()), false);
        }
        List<ImportPlan> found = new ArrayList<>(plans.findByFile(job.name(), wanted.content(), alone));
        plans.findUnfinished(job.name()).stream()
                .filter(plan -> plan.identity().isUndo()
                        && found.stream().noneMatch(other -> other.key().equals(plan.key())))
                .forEach(found::add);
        OptionalLong corrected = job.correctedImport();
        if (corrected.isPresent()) {
            // It is of another file, and older than any import of its rejects.
            plans.findByInstance(corrected.getAsLong())
                    .filter(plan ->
                            found.stream().noneMatch(other -> other.key().equals(plan.key())))
                    .ifPresent(found::add);
        }
        Optional<Snapshot> snapshot = job.file().snapshots().filter(Snapshot::removes);
        boolean replacesAll = job.file().swaps()
                || snapshot.filter(all -> all.within().isEmpty()).isPresent();
        if (replacesAll || snapshot.isPresent()) {
            // Its documents replace all others, also those that an unfinished import of another file would complete.
            // Those of a
            // part of the collection replace the deletions that are held for the same part.
            plans.findByTarget(wanted.target()).stream()
                    .filter(plan -> plan.identity().job().equals(job.name())
                            && plan.state() == ImportState.UNFINISHED
                            && (replacesAll
                                    || (plan.holdsDeletions()
                                            && plan.identity().meaning().equals(wanted.meaning())))
                            && found.stream().noneMatch(other -> other.key().equals(plan.key())))
                    .forEach(found::add);
        }
        return new ImportHistory(found, true);
    }

    /**
     * Returns what is known of the content of a file that is imported alone; empty for other imports.
     *
     * @throws ImportRefusedException if the file was imported with other content, and the job does not allow that
     */
    private Optional<KnownFile> knownContent(ImportJob job, ImportIdentity wanted) {
        String alone = job.request().alone();
        if (alone == null) {
            return Optional.empty();
        }
        Optional<KnownFile> known =
                plans.files().findContents(job.name(), wanted.target(), List.of(wanted.content())).stream()
                        .findFirst();
        if (known.isPresent()) {
            return known;
        }
        Optional<KnownFile> before = plans.files()
                .findImported(job.name(), wanted.target(), alone)
                .filter(file -> !file.id().content().equals(FileId.NO_RECORD));
        if (before.filter(file -> file.id().content().equals(wanted.content())).isPresent()) {
            return before; // another process imported it in this moment
        }
        if (job.file().source().fileRules().changed() == ChangedFile.REFUSE) {
            before.filter(file -> file.goes() == null && !file.gone()).ifPresent(file -> {
                throw ImportRefusedException.changed(job, file, runs.named(file.importNumber()));
            });
        }
        return Optional.empty();
    }

    /**
     * Returns whether a new file brings back a former state of the target, such as the prices of the day before yesterday: its
     * content was imported, other content replaced it since, and its name comes after those of the imported files of its folder.
     */
    private boolean isFormerState(ImportJob job, ImportIdentity wanted) {
        String alone = Objects.requireNonNull(job.request().alone());
        boolean replaces = job.file().write().operation().finds() || job.file().swaps();
        Optional<KnownFile> before = Optional.ofNullable(
                plans.files().find(job.name(), wanted.target(), List.of(alone)).get(alone));
        if (!replaces || before.filter(KnownFile::isImported).isPresent()) {
            return false;
        }
        List<ImportPlan> completed = plans.findByTarget(wanted.target()).stream()
                .filter(plan -> plan.identity().job().equals(job.name())
                        && plan.state() == ImportState.COMPLETED
                        && isInFolderOf(plan.request().alone(), alone))
                .sorted(Comparator.comparingLong(ImportPlan::importNumber))
                .toList();
        return !completed.isEmpty()
                && !completed.get(completed.size() - 1).identity().content().equals(wanted.content())
                && completed.stream()
                        .allMatch(plan ->
                                Objects.requireNonNull(plan.request().alone()).compareTo(alone) < 0);
    }

    /** Warns of newer content, whose documents corrected rejects of an older import replace. */
    private void warnOfNewer(ImportJob job, ImportIdentity wanted) {
        job.correctedImport()
                .ifPresent(number -> plans.findByTarget(wanted.target()).stream()
                        .filter(later -> later.importNumber() > number
                                && later.mayHaveSent()
                                && later.state() != ImportState.UNDONE
                                && (later.state() == ImportState.COMPLETED
                                        || (later.stagedIn().isEmpty()
                                                && !later.identity().operation().equals(ImportIdentity.SWAP)))
                                && !later.identity().isUndo()
                                && !later.isOfRejects()
                                && later.identity().job().equals(job.name()))
                        .max(Comparator.comparingLong(ImportPlan::importNumber))
                        .ifPresent(later -> LOG.warn(
                                "{}: {} came after import {}, whose rejects these are: they replace newer documents of the same keys",
                                job.name(),
                                runs.named(later.importNumber()),
                                number)));
    }

    /** Warns of a file with a later day in its name, whose documents this one replaces. */
    private void warnOfLaterDay(ImportJob job, ImportIdentity wanted) {
        String alone = job.request().alone();
        if (alone == null || job.importsRejects() || !DAY.matcher(alone).find()) {
            return;
        }
        String series = DAY.matcher(alone).replaceAll("");
        plans.findByTarget(wanted.target()).stream()
                .filter(other -> other.state() == ImportState.COMPLETED
                        && !other.identity().isUndo()
                        && other.identity().job().equals(job.name())
                        && other.request().alone() != null
                        && DAY.matcher(other.request().alone()).replaceAll("").equals(series)
                        && other.request().alone().compareTo(alone) > 0)
                .max(Comparator.comparingLong(ImportPlan::importNumber))
                .ifPresent(later -> LOG.warn(
                        "{}: {} was imported by {}: records of this older file replace newer ones of the same key",
                        job.name(),
                        later.request().alone(),
                        runs.named(later.importNumber())));
    }

    /** Returns whether a swap has dropped corrected rejects since their import: the rejects of the swap may be the same once more. */
    private boolean isDropped(ImportJob job, ImportIdentity wanted, KnownFile known) {
        return job.importsRejects()
                && plans.findByTarget(wanted.target()).stream()
                        .anyMatch(plan -> plan.hasSwapped() && plan.importNumber() > known.importNumber());
    }

    private static boolean isInFolderOf(@Nullable String file, String other) {
        return file != null && folder(file).equals(folder(other));
    }

    private static String folder(String address) {
        return address.substring(0, address.lastIndexOf('/') + 1);
    }

    /** Refuses files whose records would be added a second time, and whose imports are not stored any more. */
    private void refuseKnown(ImportJob job, ImportIdentity wanted, boolean repeats) {
        List<String> contents = repeats
                ? List.of()
                : job.filesUnderOtherIds().stream()
                        .map(PlannedInput::digest)
                        .filter(Objects::nonNull)
                        .toList();
        if (!contents.isEmpty()) {
            plans.files().findContents(job.name(), wanted.target(), contents).stream()
                    .filter(known -> known.isImported() && !isDropped(job, wanted, known))
                    .findFirst()
                    .ifPresent(known -> {
                        throw ImportRefusedException.loaded(known);
                    });
        }
    }

    private String alreadyImported(KnownFile known) {
        return "this content was imported before, from %s, by %s"
                .formatted(known.id().path(), runs.named(known.importNumber()));
    }

    private static InputScan await(Future<InputScan> scanning) {
        try {
            return scanning.get();
        } catch (InterruptedException e) {
            scanning.cancel(true);
            Thread.currentThread().interrupt();
            throw stoppedEarly();
        } catch (CancellationException e) {
            throw stoppedEarly();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    private static InputException stoppedEarly() {
        return InputException.refused("Stopped while the input was read; nothing was loaded");
    }

    /** Returns the plan to run; empty if another launch of the job stored one first, so that the decision is made again. */
    private Optional<ImportPlan> planOf(
            ImportDecision decision, ImportJob job, ImportIdentity wanted, boolean repeats) {
        if (decision instanceof ImportDecision.Refuse refuse) {
            requireNotRunning(refuse.earlier());
            FilesNow now = FilesNow.of(plans.files(), refuse.earlier());
            throw ImportRefusedException.of(refuse, wanted, job, lastRun(refuse.earlier()), now);
        }
        if (decision instanceof ImportDecision.RefuseFiles refuse) {
            throw ImportRefusedException.of(refuse, lastRun(refuse.earlier()));
        }
        if (decision instanceof ImportDecision.Continue unfinished) {
            jobs.requireTarget(job, unfinished.plan().key(), Optional.of(unfinished.plan()));
            return Optional.of(unfinished.plan());
        }
        ImportDecision.Begin begin = (ImportDecision.Begin) decision;
        SentTogether.result(
                        () -> new DriftCheck(plans.figures(), job).checkHeader(wanted.target()),
                        () -> refuseKnown(job, wanted, repeats),
                        () -> jobs.requireTarget(job, begin.identity().key(), Optional.empty()))
                .forEach(deviation -> LOG.warn("{}: {}", job.name(), deviation.text()));
        begin.corrected().ifPresent(this::requireNotRunning);
        if (begin.identity().again() > 0 || job.request().alone() != null) {
            begin.superseded().stream()
                    .filter(ImportPlan::begun)
                    .forEach(plan -> LOG.warn(
                            "{}: the unfinished import of {} is abandoned",
                            job.name(),
                            runs.named(plan.importNumber())));
        }
        begin.superseded().forEach(plan -> supersede(plan, wanted));
        ImportPlan bare = ImportPlan.of(begin.identity(), job.request(), job.head(), job.plannedInputs());
        ImportPlan marked = job.importsRejects() ? bare.loadingRejects() : bare;
        ImportPlan kept = job.kept(jobs.limits().maxUndoSize().toBytes())
                .map(marked::keeping)
                .orElse(marked);
        ImportPlan plan = begin.corrected()
                .map(ImportPlan::importNumber)
                .map(kept::correcting)
                .orElse(kept);
        return plans.insertIfAbsent(plan) ? Optional.of(plan) : Optional.empty();
    }

    /** Abandons the plan. The rejects of an import that wrote nothing belong to former settings of the job and are deleted. */
    private void supersede(ImportPlan plan, ImportIdentity wanted) {
        abandon(plan);
        if (!plan.mayHaveSent() && plan.identity().sameContent(wanted) && plan.importNumber() > 0) {
            jobs.rejects().deleteAll(plan.importNumber());
        }
    }

    /**
     * Abandons an unfinished import.
     *
     * @return whether its documents have replaced those of the target, before a process was killed
     * @throws ImportRunningException if another process runs it
     */
    public boolean abandon(ImportPlan plan) {
        try (ImportLease lease = claimNow(plan)) {
            ImportPlan current = lease.takeOver();
            boolean replaced = jobs.end(current, lease.retries());
            lease.freeTarget();
            plans.end(current, ImportState.ABANDONED, lease.lease());
            return replaced;
        }
    }

    /** As {@link FilesAfterImport#empty}. */
    public KnownFile empty(JobFile job, InputObject file) {
        try (WriteSessions sessions = jobs.repositorySessions(SessionOwner.ALONE)) {
            return files.empty(job, jobs.targetOf(job), file, sessions);
        }
    }

    /** As {@link FilesAfterImport#failed}, except for a file that another process imports now, or has imported. */
    public Optional<KnownFile> failed(JobFile job, InputObject file, String reason, long importNumber, boolean stays) {
        return whileNoneRuns(
                        importNumber,
                        ImportState.UNFINISHED,
                        sessions ->
                                files
                                        .failed(job, jobs.targetOf(job), file, reason, importNumber, stays, sessions)
                                        .stream()
                                        .toList())
                .stream()
                .findFirst();
    }

    /** As {@link FilesAfterImport#again}, except for a file that another process moves now. */
    public List<KnownFile> again(JobFile job, KnownFile known) {
        return whileNoneRuns(known.importNumber(), sessions -> files.again(job, known, sessions));
    }

    /**
     * Completes moves and deletions that a crash interrupted, except those that another process makes now.
     *
     * @return what is known of those files now
     */
    public List<KnownFile> resume(JobFile job) {
        return plans.files().findWaiting(job.name()).stream()
                .flatMap(known -> whileNoneRuns(
                        known.importNumber(),
                        known.isImported() ? ImportState.COMPLETED : ImportState.UNFINISHED,
                        sessions -> files.resume(job, known.id(), sessions))
                        .stream())
                .toList();
    }

    private List<KnownFile> whileNoneRuns(long importNumber, Function<WriteSessions, List<KnownFile>> action) {
        return whileNoneRuns(importNumber, ImportState.COMPLETED, action);
    }

    /**
     * Acts while no other process has an import, which may be pruned; does nothing if one has.
     *
     * @param state that the import must have
     */
    private List<KnownFile> whileNoneRuns(
            long importNumber, ImportState state, Function<WriteSessions, List<KnownFile>> action) {
        Optional<ImportPlan> plan = importNumber == 0 ? Optional.empty() : plans.findWithoutPartitions(importNumber);
        if (plan.isEmpty()) {
            try (WriteSessions sessions = jobs.repositorySessions(SessionOwner.ALONE)) {
                return action.apply(sessions);
            }
        }
        return ImportLease.claim(plans, plan.get().key(), properties.lease())
                .map(lease -> under(lease, state, action))
                .orElse(List.of());
    }

    /** Acts in sessions under the lease of an import, if it is in this state, and releases the lease. */
    private List<KnownFile> under(
            ImportLease lease, ImportState state, Function<WriteSessions, List<KnownFile>> action) {
        ImportPlan plan = lease.claimed();
        try (lease;
                WriteSessions sessions = jobs.repositorySessions(jobs.ownerOf(plan, lease))) {
            return plan.state() == state ? action.apply(sessions) : List.of();
        }
    }

    /** Returns the files of a job whose own imports are unfinished. */
    public Set<String> unfinishedFiles(String job) {
        return plans.findUnfinished(job).stream()
                .filter(ImportPlan::begun)
                .map(plan -> plan.request().alone())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /** Returns what is known of files of a job that are there, by path. */
    public Map<String, KnownFile> known(JobFile job, List<String> paths) {
        boolean newest = job.source().fileRules().each() == ImportUnit.NEWEST;
        Map<String, KnownFile> known = newest
                ? plans.files().findWithNewest(job.name(), jobs.targetOf(job), paths)
                : plans.files().find(job.name(), jobs.targetOf(job), paths);
        plans.files().saveSeen(job.name(), known.values(), clock.instant());
        return known;
    }

    /** Drops the staging collection of an import that is removed. */
    public void discard(ImportPlan plan) {
        jobs.discard(plan);
    }

    /** Drops the staging collections that imports of a job left behind. */
    public void sweep(String job) {
        jobs.sweep(plans.findByJob(job), Integer.MAX_VALUE);
    }

    private void requireNotRunning(ImportPlan plan) {
        if (plans.isHeld(plan.key())) {
            throw ImportRunningException.of(plans, plan);
        }
    }

    private ImportLease claimNow(ImportPlan plan) {
        return ImportLease.claim(plans, plan.key(), properties.lease())
                .orElseThrow(() -> ImportRunningException.of(plans, plan));
    }

    /** Does what is left after the end of an import. If that was a phase after its load, the result is that of the import. */
    private LaunchResult endedBefore(ImportJob job, InputScan scan, ImportPlan loaded, ImportMonitor monitor) {
        boolean awaits = loaded.awaitsPhase() && isDue(job, loaded);
        List<KnownFile> finished = finishAgain(job, scan, loaded, monitor);
        return (awaits ? lastRun(loaded) : Optional.<Run>empty())
                .map(run -> LaunchResult.of(run, finished))
                .orElseGet(() -> loadedBefore(job, loaded, finished));
    }

    private LaunchResult loadedBefore(ImportJob job, ImportPlan plan, List<KnownFile> finished) {
        Optional<Run> run = lastRun(plan);
        String by = run.map(before -> "by run " + before.id()
                        + (before.ending() == RunStatus.COMPLETED_WITH_REJECTS ? ", with rejects" : ""))
                .orElse("before");
        boolean lost = hasLost(job, plan);
        if (lost) {
            // A quiet command prints warnings only.
            LOG.warn(
                    "{}: {} has no document now, and this content was loaded {}: --again loads it once more",
                    plan.identity().job(),
                    plan.identity().target(),
                    by);
        }
        return LaunchResult.nothing(
                run,
                "%s: nothing to do, this content was loaded %s%s."
                        .formatted(
                                plan.identity().job(),
                                by,
                                lost
                                        ? "; %s has no document now"
                                                .formatted(plan.identity().target())
                                        : ""),
                finished);
    }

    /** Returns whether the documents of an import are gone, although it does not delete any. */
    private boolean hasLost(ImportJob job, ImportPlan loaded) {
        Counts counts = loaded.counts();
        return counts.written() + counts.unchanged() + counts.alreadyThere() > 0
                && !job.file().write().operation().types().contains(WriteOperation.DELETE)
                && jobs.isTargetEmpty(loaded);
    }

    private Optional<Run> lastRun(ImportPlan plan) {
        Optional<Run> last = lastRun(plan.importNumber());
        if (last.isPresent()) {
            return last;
        }
        plans.find(plan.key()).ifPresent(jobs::restoreRun);
        return lastRun(plan.importNumber());
    }

    private Optional<Run> lastRun(long importNumber) {
        return runs.runsOf(importNumber).stream().reduce((earlier, later) -> later);
    }

    private LaunchResult run(ImportJob job, InputScan scan, ImportPlan known, ImportMonitor monitor) {
        requireLongLease(job);
        try (MemoryShare memory = ChunkMemory.OF_PROCESS.take(job, monitor);
                ImportLease lease = new LeaseQueue(jobs).claim(known, !job.addsUnderOtherIds(), monitor)) {
            Objects.requireNonNull(memory);
            ImportPlan plan = lease.takeOver();
            return switch (plan.state()) {
                case UNFINISHED -> {
                    ImportMeter meter = meters.of(job.name(), job.writer().name());
                    ImportJob staged = StagedLoad.of(job, plan.key());
                    yield run(job, scan, new ImportRun(staged, plans, plan, lease, monitor, meter));
                }
                case COMPLETED -> loadedBefore(job, plan, List.of());
                case ABANDONED, UNDONE -> throw ImportRunningException.overtaken(plan);
            };
        }
    }

    /** If the lease ended while a write is retried, another process would take the import over. */
    private void requireLongLease(ImportJob job) {
        if (job.write().rideThrough().multipliedBy(2).compareTo(properties.lease()) >= 0) {
            throw new ImportFailedException(
                    "mongohaul.repository.lease (%s) must be more than twice mongohaul.import.ride-through (%s)"
                            .formatted(properties.lease(), job.write().rideThrough()));
        }
    }

    /** The plan is marked as completed after the run. If the process is killed in between, the next run does it. */
    private LaunchResult run(ImportJob job, InputScan scan, ImportRun run) {
        ImportPlan plan = run.plan();
        JobExecution execution =
                starter.run(jobs.create(run, scan), plan, run.lease(), run.job().settings());
        List<KnownFile> finished = List.of();
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            WriteSessions sessions = jobs.repositorySessions(jobs.ownerOf(run.plan(), run.lease()));
            boolean due = isDue(job, run.plan());
            // After a phase, a session is saved when it begins.
            ImportPlan ended = plans.end(
                    run.plan(),
                    ImportState.COMPLETED,
                    run.lease().lease(),
                    due ? List.of() : List.of(sessions.openUnsaved().id()));
            ImportPlan now = afterLoad(job, scan, ended, run.monitor());
            finished = isDue(job, now) ? List.of() : finish(run, now, sessions);
            if (isKnown(now)) {
                execution.addStepExecutions(run.workerSteps());
                return LaunchResult.of(new Run(execution, now), finished);
            }
        } else if (run.wroteNothing()) {
            saveUnsent(run);
        }
        Run ended = runs.find(execution.getId()).orElseThrow();
        if (ended.ending().exceededLimit() && run.job().request().alone() == null) {
            try (WriteSessions sessions = jobs.repositorySessions(jobs.ownerOf(run.plan(), run.lease()))) {
                finished = files.failed(
                        run.job(), plan.identity().target(), ended.reason(), ended.importNumber(), sessions);
            }
        }
        return LaunchResult.of(ended, finished);
    }

    private boolean isDue(ImportJob job, ImportPlan plan) {
        return phases.orderedStream().anyMatch(phase -> phase.isDue(job, plan));
    }

    /** Runs the phases that are due; returns the plan as it is stored now. */
    private ImportPlan afterLoad(ImportJob job, InputScan scan, ImportPlan ended, ImportMonitor monitor) {
        ImportPlan plan = ended;
        for (PhaseAfterLoad phase : phases.orderedStream().toList()) {
            if (phase.isDue(job, plan)) {
                plan = phase.run(job, scan, plan, monitor);
            }
        }
        return plan;
    }

    /**
     * Does what follows the phases after the load.
     *
     * @return what is known of its files; of those that another process has moved, if this one lost the import after its end
     * @throws LeaseLostException if it was undone meanwhile
     */
    private List<KnownFile> finish(ImportRun run, ImportPlan plan, WriteSessions sessions) {
        try (sessions) {
            sweep(run.job());
            return files.completed(run.job(), plan.identity(), plan.importNumber(), plan.isDoubtful(), sessions);
        } catch (LeaseLostException e) {
            if (plans.findWithoutPartitions(plan.key())
                    .filter(now -> now.state() == ImportState.COMPLETED)
                    .isEmpty()) {
                throw e;
            }
            return plans.files().ofImports(run.job().name(), List.of(plan.importNumber()), Integer.MAX_VALUE);
        }
    }

    /** Returns whether the import that has ended is known as it is stored, so that it need not be read. */
    private static boolean isKnown(ImportPlan ended) {
        return ended.kept() == null
                && ended.staging() == null
                && !ended.identity().isSnapshot();
    }

    /** Drops collections that swaps have left, while no other run may change the target. */
    private void sweep(ImportJob job) {
        if (job.swaps()) {
            jobs.sweep(plans.findByJob(job.name()), job.file().swap().keep());
        }
    }

    /**
     * Does what follows the end of an import, unless a process runs it: a killed process may have left phases, collections,
     * and files that are not known yet, or not moved.
     */
    private List<KnownFile> finishAgain(ImportJob job, InputScan scan, ImportPlan loaded, ImportMonitor monitor) {
        if (isDue(job, loaded) && isDue(job, afterLoadAgain(job, scan, loaded, monitor))) {
            return List.of();
        }
        String target = loaded.identity().target();
        Map<String, KnownFile> known =
                job.inputs().isReadOnce() ? Map.of() : plans.files().find(job.name(), target, job.paths());
        boolean unknown =
                !job.inputs().isReadOnce() && known.size() < job.paths().size();
        boolean there = known.values().stream().anyMatch(KnownFile::gone);
        boolean waits = known.values().stream().anyMatch(KnownFile::waits);
        if (!job.swaps() && !unknown && !there && !waits) {
            return List.of();
        }
        return ImportLease.claim(plans, loaded.key(), target, properties.lease())
                .map(lease -> under(lease, ImportState.COMPLETED, sessions -> {
                    ImportPlan plan = lease.claimed();
                    sweep(job);
                    List<KnownFile> resumed = known.values().stream()
                            .filter(KnownFile::waits)
                            .flatMap(file -> files.resume(job.file(), file.id(), sessions).stream())
                            .toList();
                    return resumed.isEmpty()
                            ? files.completedBefore(
                                    job, plan.identity(), plan.importNumber(), plan.isDoubtful(), sessions)
                            : resumed;
                }))
                .orElse(List.of());
    }

    /**
     * Runs the phases of a completed import that are due.
     *
     * @throws ImportRunningException if another process runs them
     */
    private ImportPlan afterLoadAgain(ImportJob job, InputScan scan, ImportPlan loaded, ImportMonitor monitor) {
        try (ImportLease lease = claimNow(loaded)) {
            ImportPlan plan = lease.claimed();
            return plan.state() == ImportState.COMPLETED ? afterLoad(job, scan, plan, monitor) : plan;
        }
    }

    /** Saves that nothing was written, so that a changed job may replace this import; without it, the user has to abandon it. */
    private void saveUnsent(ImportRun run) {
        try {
            plans.saveSent(run.plan().key(), false, run.lease().lease());
        } catch (RuntimeException e) {
            LOG.debug("It could not be saved that this run wrote nothing", e);
        }
    }
}
