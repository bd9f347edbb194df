package dev.mongohaul.job.launch;

import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.ImportMeter;
import dev.mongohaul.job.run.PlannedRun;
import dev.mongohaul.job.step.BatchJobFactory;
import dev.mongohaul.job.target.RemovalByIds;
import dev.mongohaul.job.target.RestoreFromPreImages;
import dev.mongohaul.job.target.StagedLoad;
import dev.mongohaul.job.target.UndoWay;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.repository.target.KeptImages;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;

/**
 * Launcher of undos, on the calling thread.
 *
 * <p>An undo is an import of its own, with the operation {@value ImportIdentity#UNDO}: it has a plan, a lease, runs and
 * reports, it can be stopped and resumed, and no other import of its job begins before it ends. It holds the lease of the
 * import that it takes back as well.
 */
public final class UndoLauncher {

    /** Ids of spared documents in a preview. */
    private static final int MOST_SHOWN = 20;

    /** Path that a shell takes as it is, and no archive's member. */
    private static final Pattern WORD = Pattern.compile("[\\w@%+=:,./~-]{2,}");

    private final ImportPlans plans;
    private final Runs runs;
    private final BatchJobFactory jobs;
    private final ImportLauncher launcher;
    private final RunStarter starter;

    UndoLauncher(Runs runs, BatchJobFactory jobs, ImportLauncher launcher) {
        this.plans = jobs.plans();
        this.runs = runs;
        this.jobs = jobs;
        this.launcher = launcher;
        this.starter = new RunStarter(jobs);
    }

    /**
     * Takes back the whole import of a run, or of the import that a run takes back.
     *
     * @param wanted whether documents that were changed since are restored as well; an undo that was begun so continues so
     * @param directory of the list of spared documents
     * @throws RunRefusedException if the import cannot be undone
     * @throws ImportRunningException if another process writes into the target
     */
    public LaunchResult undo(long number, boolean wanted, Path directory, ImportMonitor monitor) {
        ImportPlan plan = planOf(number);
        Optional<ImportPlan> unfinished = undos(plan)
                .filter(undo -> undo.state() == ImportState.UNFINISHED)
                .findFirst();
        boolean force = wanted || unfinished.filter(ImportPlan::isForced).isPresent();
        if (unfinished.isEmpty() && isUndone(plan, force)) {
            removeLeft(plan);
            return already(plan);
        }
        if (unfinished.isEmpty()) {
            requireFree(plan);
            requirePossible(number, plan, force);
        }
        ImportPlan undo = unfinished.orElseGet(() -> begin(plan, force));
        LeaseQueue queue = new LeaseQueue(jobs);
        try (ImportLease own = queue.claim(undo, true, monitor);
                ImportLease ofImport = queue.claim(plan, false, monitor)) {
            ImportPlan current = own.takeOver();
            if (current.state() != ImportState.UNFINISHED) {
                throw ImportRunningException.overtaken(plan);
            }
            requireStillPossible(number, plan, current, force, own);
            endSessions(ofImport, own);
            UndoWay way = way(plan, force, jobs.ownerOf(current, own))
                    .orElseThrow(() ->
                            new RunRefusedException("The undo of %s cannot continue: %s. 'mongohaul abandon' ends it"
                                    .formatted(runOf(plan), obstacle(plan))));
            PlannedRun run = new PlannedRun(force ? current.forced() : current, own, monitor, ImportMeter.NONE);
            JobExecution execution = starter.run(jobs.create(run, plan, way, directory), current, own, null);
            if (execution.getStatus() == BatchStatus.COMPLETED) {
                plans.forgetFiles(plan, Instant.now().plus(KnownFiles.MEMORY));
                plans.end(plan, ImportState.UNDONE, ofImport.lease());
                plans.end(run.plan(), ImportState.COMPLETED, own.lease());
                removeKept(plan, run.plan());
            }
            return LaunchResult.of(runs.find(execution.getId()).orElseThrow(), List.of());
        }
    }

    /** Ends the sessions in which a process that lost the import after its end may still save what is known of its files. */
    private void endSessions(ImportLease ofImport, ImportLease own) {
        ImportPlan plan = plans.find(ofImport.claimed().key()).orElseThrow();
        jobs.endSessions(plan.identity().target(), plan.sessions(), own.retries());
    }

    private LaunchResult already(ImportPlan plan) {
        Optional<Run> last = undos(plan).findFirst().flatMap(this::lastRun);
        return LaunchResult.nothing(
                last,
                "The import of %s of %s is undone already%s"
                        .formatted(
                                runOf(plan),
                                plan.identity().job(),
                                last.map(run -> ", by run " + run.id()).orElse("")),
                List.of());
    }

    /** Returns what {@link #undo} would do, and changes nothing. */
    public UndoPreview preview(long number, boolean force) {
        ImportPlan plan = planOf(number);
        if (isUndone(plan, force)) {
            return new UndoPreview(plan, already(plan).nothing(), UndoCounts.of(UndoCounts.NOTHING), List.of());
        }
        requirePossible(number, plan, force);
        List<String> spared = new ArrayList<>();
        Counts counts = way(plan, force, SessionOwner.ALONE).orElseThrow().preview(id -> {
            if (spared.size() < MOST_SHOWN) {
                spared.add(UndoWay.shown(id));
            }
        });
        return new UndoPreview(plan, Optional.empty(), UndoCounts.of(counts), spared);
    }

    /** Removes the pre-images, which --force needs if documents are spared. */
    private void removeKept(ImportPlan plan, ImportPlan undo) {
        if (plan.kept() != null && undo.counts().rejected() == 0) {
            plans.preImages().remove(plan.importNumber());
        }
    }

    /** Removes the pre-images that an undo left because it was killed at its end. */
    private void removeLeft(ImportPlan plan) {
        undos(plan)
                .findFirst()
                .filter(undo -> undo.state() == ImportState.COMPLETED)
                .ifPresent(undo -> removeKept(plan, undo));
    }

    /** Returns whether there is a way to take the completed import of a run back, with force at least. */
    public boolean isPossible(long run) {
        return isPossible(planOf(run));
    }

    private boolean isPossible(ImportPlan plan) {
        return way(plan, true, SessionOwner.ALONE)
                .filter(way -> !(way instanceof UndoWay.View)
                        || StagedLoad.obstacleToSwitchBack(
                                        jobs.connections().data().client(), plans, plan)
                                .isEmpty())
                .isPresent();
    }

    /** Returns the plan of the import of a run; of the run of an undo, that of the import that it takes back. */
    private ImportPlan planOf(long number) {
        Run run = runs.find(number)
                .orElseThrow(() ->
                        new RunRefusedException("There is no run %d; 'mongohaul report' lists them".formatted(number)));
        ImportPlan plan = run.plan();
        if (plan == null) {
            throw new RunRefusedException(
                    "Run %d failed before the import was planned: there is nothing to undo".formatted(number));
        }
        Long undone = plan.undoes();
        if (undone == null) {
            return plan;
        }
        return plans.findByInstance(undone)
                .orElseThrow(() -> new RunRefusedException(
                        "The import that run %d takes back was pruned: nothing can be restored any more"
                                .formatted(number)));
    }

    /** Returns the undos of an import, the newest first. */
    private Stream<ImportPlan> undos(ImportPlan plan) {
        return plans.findByJob(plan.identity().job()).stream()
                .filter(other -> Objects.equals(other.undoes(), plan.importNumber()));
    }

    private Optional<Run> lastRun(ImportPlan plan) {
        return runs.runsOf(plan.importNumber()).stream().reduce((earlier, later) -> later);
    }

    /** Returns the number of the first run of an import; more than any if none was prepared, so that no other came later. */
    private long firstRun(ImportPlan plan) {
        return plan.begun()
                ? runs.runsOf(plan.importNumber()).stream()
                        .findFirst()
                        .map(Run::id)
                        .orElseGet(plan::lastRun)
                : Long.MAX_VALUE;
    }

    private String runOf(ImportPlan plan) {
        return lastRun(plan).map(run -> "run " + run.id()).orElse("an import that has just begun");
    }

    /**
     * Returns whether an import was taken back, and nothing is left of it. Spared documents can still be restored by force, and
     * the server may have executed a command of the import after the undo.
     */
    private boolean isUndone(ImportPlan plan, boolean force) {
        return plan.state() == ImportState.UNDONE && !(force && hasPreImages(plan)) && !isLeft(plan, force);
    }

    /** Only generated ids tell documents of the import from the same documents that a later import has written. */
    private boolean isLeft(ImportPlan plan, boolean force) {
        return way(plan, force, SessionOwner.ALONE)
                .filter(way ->
                        way instanceof RemovalByIds || later(plan).findFirst().isEmpty())
                .filter(UndoWay::hasLeft)
                .isPresent();
    }

    private boolean hasPreImages(ImportPlan plan) {
        return plan.kept() != null && plans.preImages().count(plan.importNumber()) > 0;
    }

    private void requirePossible(long number, ImportPlan plan, boolean force) {
        if (plan.state() == ImportState.UNFINISHED) {
            throw refused(
                    number,
                    "it is unfinished. %s; then it can be undone"
                            .formatted(runs.find(number)
                                    .map(run -> EarlierImport.ends(plan, run))
                                    .orElse("End it")));
        }
        Optional<UndoWay> way = way(plan, force, SessionOwner.ALONE);
        if (way.isEmpty()) {
            throw refused(number, obstacle(plan) + instead(number, plan));
        }
        if (way.get() instanceof UndoWay.View view && plan.state() == ImportState.ABANDONED && !view.hasLeft()) {
            throw refused(
                    number,
                    "it was abandoned, and %s does not have its documents"
                            .formatted(plan.identity().target()));
        }
        if (way.get() instanceof UndoWay.View) {
            StagedLoad.obstacleToSwitchBack(jobs.connections().data().client(), plans, plan)
                    .ifPresent(why -> {
                        throw refused(number, why);
                    });
        } else if (!force) {
            overlapping(plan, way.get()).findFirst().ifPresent(later -> {
                throw refused(
                        number,
                        describe(later, plan)
                                + " ran later, and may have changed its documents or found them unchanged. "
                                + (isPossible(later)
                                        ? "Undo that import first, or undo this one with --force"
                                        : "That import cannot be undone: undo this one with --force, then import the file of that one with --again"));
            });
        }
    }

    /** Returns later imports that may have changed documents which a way takes back, or left them because they were right. */
    private Stream<ImportPlan> overlapping(ImportPlan plan, UndoWay way) {
        long first = firstRun(plan);
        return later(plan)
                .filter(later -> (later.lastRun() > first && hasFound(later))
                        || (!later.identity().onlyAdds() && (!isUsable(later) || way.overlaps(later))));
    }

    /** Returns whether documents were as an import would have left them; which ones is not kept. */
    private boolean hasFound(ImportPlan plan) {
        // A restart finds its own documents, with the ids that it has made.
        boolean finds = !plan.identity().operation().equals(ImportIdentity.INSERT) || plan.idPrefix() == null;
        // Only a completed plan has its counts without its partitions.
        Optional<ImportPlan> whole = plan.state() == ImportState.COMPLETED ? Optional.of(plan) : plans.find(plan.key());
        return finds
                && whole.map(ImportPlan::counts)
                        .filter(counts -> counts.unchanged() + counts.alreadyThere() > 0)
                        .isPresent();
    }

    private String describe(ImportPlan later, ImportPlan plan) {
        return "%s, %s into %s,"
                .formatted(
                        runOf(later),
                        later.identity().operation(),
                        plan.identity().target());
    }

    /**
     * Checks again, when no other import can begin to change the target. An undo that has taken nothing back yet ends
     * if it is refused.
     */
    private void requireStillPossible(long number, ImportPlan plan, ImportPlan undo, boolean force, ImportLease lease) {
        if (!undo.begun()) {
            try {
                requirePossible(number, plan, force);
            } catch (RunRefusedException e) {
                plans.end(undo, ImportState.ABANDONED, lease.lease());
                throw e;
            }
        } else if (!force) {
            long first = firstRun(undo);
            way(plan, false, SessionOwner.ALONE).stream()
                    .flatMap(way -> overlapping(plan, way))
                    .filter(later -> later.lastRun() > first)
                    .findFirst()
                    .ifPresent(later -> {
                        throw refused(
                                number,
                                describe(later, plan)
                                        + " ran while the undo was interrupted, and may have changed its documents or found them unchanged. "
                                        + (isPossible(later)
                                                ? "Undo that import first, or add --force"
                                                : "That import cannot be undone: add --force")
                                        + "; 'mongohaul abandon' ends the undo");
                    });
        }
    }

    private static RunRefusedException refused(long number, String why) {
        return new RunRefusedException("The import of run %d cannot be undone: %s".formatted(number, why));
    }

    /** Returns whether an undo was interrupted, which keeps the pre-images beyond their end. */
    private boolean isHalfUndone(ImportPlan plan) {
        return plan.kept() != null
                && plan.kept().dropped() == null
                && undos(plan).anyMatch(undo -> undo.state() == ImportState.UNFINISHED && undo.begun());
    }

    private static boolean isUsable(ImportPlan plan) {
        return plan.kept() != null && plan.kept().isUsable();
    }

    /**
     * Returns the imports of any job that may have written to the target after an import began to, and were not undone: one that
     * began before it may have been continued later.
     */
    private Stream<ImportPlan> later(ImportPlan plan) {
        long first = firstRun(plan);
        return plans.findByTarget(plan.identity().target()).stream()
                .filter(other -> !other.key().equals(plan.key())
                        && (other.lastRun() > first || other.state() == ImportState.UNFINISHED)
                        && other.state() != ImportState.UNDONE
                        && other.mayHaveSent()
                        && !other.identity().isUndo());
    }

    /** @param owner of the sessions in which the import is taken back */
    private Optional<UndoWay> way(ImportPlan plan, boolean force, SessionOwner owner) {
        MongoConnection server = jobs.connections().data();
        String operation = plan.identity().operation();
        if (operation.equals(ImportIdentity.SWAP)) {
            return Optional.of(new UndoWay.View(server, plans, plan, owner));
        }
        boolean undone = plan.state() == ImportState.UNDONE && !hasPreImages(plan);
        if ((isUsable(plan) || isHalfUndone(plan)) && !undone) {
            return Optional.of(new RestoreFromPreImages(
                    server, plan, plans.preImages(), plans.retries(), force, owner, jobs::repositorySessions));
        }
        boolean byIds = plan.identity().onlyAdds()
                && (plan.idPrefix() != null || !plan.begun())
                && (plan.kept() == null || force || undone);
        return byIds
                ? Optional.of(new RemovalByIds(server, plan, plans.preImages(), plans.retries(), owner))
                : Optional.empty();
    }

    /** Returns why nothing can be restored. */
    private static String obstacle(ImportPlan plan) {
        KeptImages kept = plan.kept();
        boolean inserts = plan.identity().onlyAdds();
        String instead = inserts && plan.idPrefix() != null
                ? ". --force removes its documents, even if they were changed since"
                : "";
        if (kept != null && kept.dropped() != null) {
            return "its documents as they were before would have taken more than mongohaul.import.max-undo-size, %,d bytes%s"
                    .formatted(kept.maxBytes(), instead);
        }
        if (kept != null) {
            return "its documents as they were before were kept until %s (undo)%s".formatted(kept.until(), instead);
        }
        return inserts
                ? "the ids of its documents are from columns, and were not kept, because undo was not set"
                : "its documents as they were before were not kept, because undo was not set";
    }

    /** Returns what takes the place of an undo that is impossible because nothing was kept. */
    private static String instead(long number, ImportPlan plan) {
        if (plan.kept() != null) {
            return "";
        }
        boolean ownOnly = plan.counts().written() == plan.counts().read();
        String now = plan.identity().onlyAdds() && !ownOnly
                ? "No command deletes only the documents that it added: other records of its input found a document"
                : plan.identity().onlyAdds()
                        ? "'mongohaul import %s --like %d operation=delete writer=direct' deletes the documents with the ids of its input, even if they were changed since, if target.id finds them"
                                .formatted(input(plan), number)
                        : "To have the former documents again, import their file once more";
        return ". %s. With undo: 7d in the job file, or --undo=7d at an import, later imports can be undone"
                .formatted(now);
    }

    /** Returns the only input as a word of a command, or what stands for the inputs. */
    private static String input(ImportPlan plan) {
        return plan.inputs().stream()
                .map(PlannedInput::path)
                .filter(path -> plan.inputs().size() == 1 && WORD.matcher(path).matches())
                .findFirst()
                .orElse("FILE");
    }

    /** Checks that no other process changes the target. */
    private void requireFree(ImportPlan plan) {
        String target = plan.identity().target();
        plans.findChanging(target).filter(other -> plans.isHeld(other.key())).ifPresent(running -> {
            throw ImportRunningException.changing(target, running);
        });
    }

    /** Stores the plan of a new undo. An import that was refused before it began is abandoned. */
    private ImportPlan begin(ImportPlan plan, boolean force) {
        int again = (int) undos(plan).count();
        ImportPlan undo = force ? plan.undo(again).forced() : plan.undo(again);
        if (plans.insertIfAbsent(undo)) {
            return undo;
        }
        Optional<ImportPlan> obstacle = plans.findUnfinished(plan.identity().job()).stream()
                .filter(undo::excludes)
                .findFirst();
        if (obstacle.isEmpty()) {
            // It has ended meanwhile.
            return begin(plan, force);
        }
        ImportPlan other = obstacle.get();
        if (plans.isHeld(other.key())) {
            throw ImportRunningException.of(plans, other);
        }
        if (!other.begun()) {
            launcher.abandon(other);
            return begin(plan, force);
        }
        throw new RunRefusedException("An import of %s is unfinished: %s. Restart or abandon it before the undo"
                .formatted(other.identity().job(), runOf(other)));
    }
}
