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
 * Forgets what of a job is older than a time.
 *
 * <p>These are imports whose last run ended before it, with their rejects and exported files, and slots. Never what is
 * unfinished or runs, nor the last completed import into a target. What is killed in the middle is gone on with the next
 * time. Thread-safe.
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

    /** All jobs of which something is known. */
    public Set<String> jobs() {
        Set<String> jobs = new TreeSet<>(imports.jobs());
        jobs.addAll(slots.jobs());
        return jobs;
    }

    /**
     * Forgets.
     *
     * @param exports the folder of the job's exported rejects; null where it is not known, or not to be touched
     * @param dryRun whether to count only what would be forgotten
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
                .withSlots(slots.forget(job, before, runs -> known(runs, gone), dryRun));
    }

    /**
     * An import that can go.
     *
     * @param instance its number; empty where it never had a run
     */
    private record Old(ImportPlan plan, Optional<Long> instance, long tries, Instant lastSeen) {}

    /** Those that ended before a time, and that no process runs: many are asked for at once. */
    private List<Old> old(List<OldImport> page, Instant before) {
        List<ImportPlan> found = plans.findAll(page.stream().map(OldImport::key).toList());
        Set<String> held =
                plans.leases().held(found.stream().map(ImportPlan::key).toList());
        Map<String, Long> instances = new HashMap<>();
        found.forEach(plan -> one.instance(plan).ifPresent(instance -> instances.put(plan.key(), instance)));
        Map<Long, BatchRecords.Tries> tries = records.runsOf(instances.values());
        return found.stream()
                .filter(plan -> !held.contains(plan.key()))
                .map(plan -> old(plan, Optional.ofNullable(instances.get(plan.key())), tries))
                .filter(old -> old.lastSeen().isBefore(before))
                .toList();
    }

    /** One that never had a run is as old as its plan. */
    private static Old old(ImportPlan plan, Optional<Long> instance, Map<Long, BatchRecords.Tries> tries) {
        BatchRecords.Tries known = instance.map(tries::get).orElse(null);
        return known == null
                ? new Old(plan, instance, 0, plan.created())
                : new Old(plan, instance, known.count(), known.lastSeen());
    }

    private Pruned prune(Old old, @Nullable ExportedFiles exports, boolean dryRun) {
        List<Path> files = exports == null ? List.of() : exports.of(old.plan(), old.lastSeen());
        return dryRun ? one.count(old.plan(), old.tries(), files) : one.remove(old.plan(), old.tries(), files);
    }

    /** Of those imports that would be gone, no run is known any more. */
    private Set<Long> known(Set<Long> runs, Set<Long> gone) {
        return records.importsOf(runs).entrySet().stream()
                .filter(run -> !gone.contains(run.getValue()))
                .map(run -> run.getKey())
                .collect(Collectors.toSet());
    }

    /**
     * What was forgotten of a job, or would be.
     *
     * @param runs runs of the imports
     * @param rejects kept in MongoDB
     * @param files of exported rejects
     */
    public record Pruned(String job, long imports, long runs, long rejects, long files, long slots) {

        /** Whether there was something. */
        public boolean isSomething() {
            return imports + runs + rejects + files + slots > 0;
        }

        /** What it is, in words; what there is none of is left out. */
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
     * Forgets one import: under its lease, so that nobody runs it meanwhile.
     *
     * <p>Its plan is marked as given up first, and removed last. From the mark on, its content is not taken for loaded, and an
     * import of it is a new one, with numbers of its own: so whatever a process that is killed in between leaves is in nobody's
     * way, and the next time the plan is found again, with what is left.
     */
    static final class ImportPruner {

        private final ImportPlans plans;
        private final RejectStore rejects;
        private final JobRepository repository;
        private final BatchRecords records;
        private final RepositoryProperties properties;

        ImportPruner(
                ImportPlans plans,
                RejectStore rejects,
                JobRepository repository,
                BatchRecords records,
                RepositoryProperties properties) {
            this.plans = plans;
            this.rejects = rejects;
            this.repository = repository;
            this.records = records;
            this.properties = properties;
        }

        /** The number of an import; empty where it never had a run. */
        Optional<Long> instance(ImportPlan plan) {
            if (plan.jobInstanceId() > 0) {
                return Optional.of(plan.jobInstanceId());
            }
            JobInstance instance =
                    repository.getJobInstance(plan.identity().job(), plan.identity().parameters());
            return Optional.ofNullable(instance).map(JobInstance::getInstanceId);
        }

        /** What there is of it. */
        Pruned count(ImportPlan plan, long tries, List<Path> files) {
            return new Pruned(plan.identity().job(), 1, tries, rejects(plan), files.size(), 0);
        }

        /** Those of a completed import are in its plan: it was completed only once they added up. */
        private long rejects(ImportPlan plan) {
            return plan.state() == ImportPlan.State.COMPLETED
                    ? plan.counts().rejected()
                    : instance(plan).map(rejects::count).orElse(0L);
        }

        /** Removes it; nothing where somebody runs it, or it is to be continued. */
        Pruned remove(ImportPlan plan, long tries, List<Path> files) {
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
                Pruned pruned = count(current.get(), tries, files);
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
