package dev.mongohaul.retention;

import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportLease;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRecords;
import dev.mongohaul.retention.OldImports.OldImport;
import dev.mongohaul.retention.Pruner.Pruned;
import dev.mongohaul.schedule.OldSlots;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.repository.JobRepository;

/**
 * Removal of a job's data that is older than a time: imports whose last run ended before it, with their rejects and
 * exported files, and slots.
 *
 * <p>Unfinished and running imports are kept, and so is the last completed import into each target. An interrupted
 * removal continues at the next call. Thread-safe.
 */
public final class Pruner {

    private final ImportPlans plans;
    private final OldImports imports;
    private final OldSlots slots;
    private final BatchRecords records;
    private final ImportPruner one;

    Pruner(ImportPlans plans, OldImports imports, OldSlots slots, BatchRecords records, ImportPruner one) {
        this.plans = plans;
        this.imports = imports;
        this.slots = slots;
        this.records = records;
        this.one = one;
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

    /**
     * Import that can be removed.
     *
     * @param instance its number; empty if it never had a run
     */
    private record Old(ImportPlan plan, Optional<Long> instance, long runs, Instant lastSeen) {}

    /** Returns the imports that ended before a time and that no process runs. Many are read at once. */
    private List<Old> old(List<OldImport> page, Instant before) {
        List<ImportPlan> found = plans.findAll(page.stream().map(OldImport::key).toList());
        Set<String> held =
                plans.leases().held(found.stream().map(ImportPlan::key).toList());
        Map<String, Long> instances = new HashMap<>();
        found.forEach(plan -> one.instance(plan).ifPresent(instance -> instances.put(plan.key(), instance)));
        Map<Long, BatchRecords.RunTotals> totals = records.runsOf(instances.values());
        return found.stream()
                .filter(plan -> !held.contains(plan.key()))
                .map(plan -> old(plan, Optional.ofNullable(instances.get(plan.key())), totals))
                .filter(old -> old.lastSeen().isBefore(before))
                .toList();
    }

    /** Returns the import with its totals. One that never had a run is as old as its plan. */
    private static Old old(ImportPlan plan, Optional<Long> instance, Map<Long, BatchRecords.RunTotals> totals) {
        BatchRecords.RunTotals known = instance.map(totals::get).orElse(null);
        return known == null
                ? new Old(plan, instance, 0, plan.created())
                : new Old(plan, instance, known.count(), known.lastSeen());
    }

    private Pruned prune(Old old, @Nullable ExportedFiles exports, boolean dryRun) {
        List<Path> files = exports == null ? List.of() : exports.of(old.plan(), old.lastSeen());
        return dryRun ? one.count(old.plan(), old.runs(), files) : one.remove(old.plan(), old.runs(), files);
    }

    /** Returns the runs that are still stored after the removal of some imports. */
    private Set<Long> known(Set<Long> runs, Set<Long> gone) {
        return records.importsOf(runs).entrySet().stream()
                .filter(run -> !gone.contains(run.getValue()))
                .map(run -> run.getKey())
                .collect(Collectors.toSet());
    }

    /**
     * Numbers of removed, or removable, data of a job.
     *
     * @param runs of the imports
     * @param rejects stored in MongoDB
     * @param files of exported rejects
     */
    public record Pruned(String job, long imports, long runs, long rejects, long files, long slots) {

        /** Returns whether there is any. */
        public boolean isSomething() {
            return imports + runs + rejects + files + slots > 0;
        }

        /** Returns the numbers above zero as text. */
        public String text() {
            return Stream.of(
                            counted(imports, "import"),
                            counted(runs, "run"),
                            counted(rejects, "reject"),
                            counted(files, "file"),
                            counted(slots, "slot"))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining(", "));
        }

        private static Optional<String> counted(long number, String noun) {
            return number == 0
                    ? Optional.empty()
                    : Optional.of(String.format(Locale.ROOT, number == 1 ? "%,d %s" : "%,d %ss", number, noun));
        }

        static Pruned nothing(String job) {
            return new Pruned(job, 0, 0, 0, 0, 0);
        }

        Pruned plus(Pruned other) {
            return new Pruned(
                    job,
                    imports + other.imports,
                    runs + other.runs,
                    rejects + other.rejects,
                    files + other.files,
                    slots + other.slots);
        }

        Pruned withSlots(long count) {
            return new Pruned(job, imports, runs, rejects, files, count);
        }
    }

    /**
     * Removal of one import, under its lease, so that no process runs it meanwhile.
     *
     * <p>Its plan is marked as abandoned first, and removed last. From the mark on, its content does not count as
     * loaded, and a new import of it has its own numbers. So data that a killed process leaves behind does no harm, and
     * the next call finds the plan again and removes the rest.
     */
    record ImportPruner(
            ImportPlans plans,
            RejectStore rejects,
            JobRepository repository,
            BatchRecords records,
            RepositoryProperties properties) {

        /** Returns the number of an import; empty if it never had a run. */
        Optional<Long> instance(ImportPlan plan) {
            if (plan.jobInstanceId() > 0) {
                return Optional.of(plan.jobInstanceId());
            }
            JobInstance instance = repository.getJobInstance(
                    plan.identity().job(), plan.identity().parameters());
            return Optional.ofNullable(instance).map(JobInstance::getInstanceId);
        }

        /** Returns the numbers of an import's data. */
        Pruned count(ImportPlan plan, long runs, List<Path> files) {
            return new Pruned(plan.identity().job(), 1, runs, rejects(plan), files.size(), 0);
        }

        /** Returns the number of rejects, for a completed import from its plan. */
        private long rejects(ImportPlan plan) {
            return plan.state() == ImportPlan.State.COMPLETED
                    ? plan.counts().rejected()
                    : instance(plan).map(rejects::count).orElse(0L);
        }

        /** Removes an import, unless a process runs it or it has to be resumed. */
        Pruned remove(ImportPlan plan, long runs, List<Path> files) {
            Pruned nothing = Pruned.nothing(plan.identity().job());
            Optional<ImportLease> claimed = ImportLease.claim(plans, plan.key(), properties.lease());
            if (claimed.isEmpty()) {
                return nothing;
            }
            try (ImportLease lease = claimed.get()) {
                Optional<ImportPlan> current = plans.find(plan.key());
                if (current.isEmpty() || current.get().state() == ImportPlan.State.UNFINISHED) {
                    return nothing;
                }
                Pruned pruned = count(current.get(), runs, files);
                giveUp(plan, lease);
                ExportedFiles.remove(files);
                instance(plan).ifPresent(this::removeRecords);
                plans.forget(plan.key(), lease.lease());
                return pruned;
            }
        }

        void giveUp(ImportPlan plan, ImportLease lease) {
            plans.abandon(plan.key(), lease.lease());
        }

        private void removeRecords(long instance) {
            rejects.deleteAll(instance);
            records.delete(instance);
        }
    }
}
