package dev.mongohaul.retention;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRecords;
import dev.mongohaul.repository.batch.RunTotals;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.schedule.Slots;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.repository.JobRepository;

/**
 * Removal of a job's data that is older than a time: imports whose last run ended before it, with their rejects and
 * exported files, and slots.
 *
 * <p>Unfinished and running imports are kept, with what an unfinished undo takes back, and so is the last completed import into each target. An interrupted
 * removal continues at the next call. Staging collections and ids of snapshots that no import uses are removed. Thread-safe.
 */
public final class Pruner {

    private static final Document HELLO = new Document("hello", 1);

    private final MongoDatabase database;
    private final RetryBudget retries;
    private final ImportPlans plans;
    private final OldImports imports;
    private final Slots slots;
    private final RejectStore rejects;
    private final BatchRecords records;
    private final JobRepository repository;
    private final ImportLauncher launcher;
    private final Duration lease;

    Pruner(
            RepositoryDatabase repositoryDatabase,
            RetryBudget retries,
            ImportPlans plans,
            RejectStore rejects,
            JobRepository repository,
            ImportLauncher launcher,
            RepositoryProperties properties) {
        this.database = repositoryDatabase.database();
        this.retries = retries;
        this.plans = plans;
        this.imports = new OldImports(database, retries);
        this.slots = new Slots(database, retries);
        this.rejects = rejects;
        this.records = new BatchRecords(database, retries);
        this.repository = repository;
        this.launcher = launcher;
        this.lease = properties.lease();
    }

    RetryBudget retries() {
        return retries;
    }

    /** Returns the time of the repository's server: a machine whose clock is years ahead would remove everything. */
    public Instant serverTime() {
        return retries.call("return its time", () -> database.runCommand(HELLO))
                .getDate("localTime")
                .toInstant();
    }

    /** Returns all jobs that have stored data. */
    public Set<String> jobs() {
        Set<String> jobs = new TreeSet<>(imports.jobs());
        jobs.addAll(slots.jobs());
        return jobs;
    }

    /**
     * Removes old data of a job.
     *
     * @param exports folder of the job's exported rejects; null if it is unknown or must not be changed
     * @param dryRun whether to count the data only
     */
    public Pruned prune(String job, Instant before, @Nullable Path exports, boolean dryRun) {
        ExportedFiles files = exports == null ? null : new ExportedFiles(exports, imports.unfinishedInputs());
        List<Pruned> pruned = new ArrayList<>();
        Set<Long> gone = new HashSet<>();
        if (!dryRun) {
            launcher.sweep(job);
            removeLeftIds();
        }
        imports.forEach(job, before, page -> {
            for (Old old : old(page, before)) {
                pruned.add(prune(old, files, dryRun));
                old.instance().ifPresent(gone::add);
            }
        });
        return pruned.stream()
                .reduce(Pruned.nothing(job), Pruned::plus)
                .withSlots(slots.remove(job, before, runs -> known(runs, gone), dryRun));
    }

    /** Removes the ids of records that a suspended process has saved after the end of its import, of any job. */
    private void removeLeftIds() {
        for (long number : plans.seenIds().imports()) {
            boolean needed = plans.findWithoutPartitions(number)
                    .filter(plan -> plan.state() == ImportState.UNFINISHED)
                    .isPresent();
            if (!needed) {
                plans.seenIds().remove(number);
            }
        }
    }

    /**
     * Import that can be removed.
     *
     * @param instance its number; empty if it never had a run
     */
    private record Old(ImportPlan plan, Optional<Long> instance, long runs, Instant lastSeen) {}

    /** Returns the imports that ended before a time and that no process runs. Many are read at once. */
    private List<Old> old(List<OldImport> page, Instant before) {
        List<ImportPlan> found = plans.findAll(page.stream().map(OldImport::key).toList());
        Set<String> held = plans.held(found.stream().map(ImportPlan::key).toList());
        Map<String, Long> instances = new HashMap<>();
        found.forEach(plan -> instance(plan).ifPresent(instance -> instances.put(plan.key(), instance)));
        Map<Long, RunTotals> totals = records.runsOf(instances.values());
        return found.stream()
                .filter(plan -> !held.contains(plan.key()))
                .map(plan -> {
                    Optional<Long> instance = Optional.ofNullable(instances.get(plan.key()));
                    // An import that never had a run is as old as its plan.
                    return instance.map(totals::get)
                            .map(known -> new Old(plan, instance, known.count(), known.lastSeen()))
                            .orElseGet(() -> new Old(plan, instance, 0, plan.created()));
                })
                .filter(old -> old.lastSeen().isBefore(before))
                .toList();
    }

    private Pruned prune(Old old, @Nullable ExportedFiles exports, boolean dryRun) {
        List<Path> files = exports == null ? List.of() : exports.of(old.plan(), old.lastSeen());
        return dryRun ? count(old.plan(), old.runs(), files) : remove(old.plan(), old.runs(), files);
    }

    /** Returns the number of an import; empty if it never had a run. */
    private Optional<Long> instance(ImportPlan plan) {
        return plan.importNumber() > 0
                ? Optional.of(plan.importNumber())
                : Optional.ofNullable(repository.getJobInstance(
                                plan.identity().job(), plan.identity().parameters()))
                        .map(JobInstance::getInstanceId);
    }

    private Pruned count(ImportPlan plan, long runs, List<Path> files) {
        long rejected =
                plan.state() == ImportState.COMPLETED && !plan.identity().isUndo()
                        ? plan.counts().rejected()
                        : instance(plan).map(rejects::count).orElse(0L);
        return new Pruned(plan.identity().job(), 1, runs, rejected, files.size(), 0);
    }

    /**
     * Removes an import under its lease, unless a process runs it or it has to be resumed.
     *
     * <p>Its files are saved as known first: a new import of them would load them again. Its plan is marked as abandoned
     * then, and removed last. From the mark on, a new import of its content has its own numbers. So data that a killed process leaves behind does no harm, and
     * the next call finds the plan again and removes the rest.
     */
    private Pruned remove(ImportPlan plan, long runs, List<Path> files) {
        Pruned nothing = Pruned.nothing(plan.identity().job());
        Optional<ImportLease> claimed = ImportLease.claim(plans, plan.key(), lease);
        if (claimed.isEmpty()) {
            return nothing;
        }
        try (ImportLease own = claimed.get()) {
            Optional<ImportPlan> current = plans.find(plan.key());
            if (current.isEmpty()
                    || current.get().state() == ImportState.UNFINISHED
                    || imports.neededByUndos(plan.identity().job())
                            .contains(current.get().importNumber())) {
                return nothing;
            }
            Pruned pruned = count(current.get(), runs, files);
            plans.saveFiles(current.get(), serverTime().plus(KnownFiles.MEMORY));
            plans.end(current.get(), ImportState.ABANDONED, own.lease());
            launcher.discard(current.get());
            ExportedFiles.remove(files);
            instance(plan).ifPresent(instance -> {
                rejects.deleteAll(instance);
                records.delete(instance);
            });
            plans.forget(plan.key(), own.lease());
            return pruned;
        }
    }

    /** Returns the runs that are still stored after the removal of some imports. */
    private Set<Long> known(Set<Long> runs, Set<Long> gone) {
        return records.importsOf(runs).entrySet().stream()
                .filter(run -> !gone.contains(run.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
