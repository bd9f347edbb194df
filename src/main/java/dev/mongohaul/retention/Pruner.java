package dev.mongohaul.retention;

import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.batch.BatchRecords;
import dev.mongohaul.schedule.OldSlots;
import java.nio.file.Path;
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
import org.jspecify.annotations.Nullable;

/**
 * Forgets what of a job is older than a time.
 *
 * <p>These are imports whose last try ended before it, with their rejects and exported files, and slots. Never what is
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
     * @param instance its number; empty where it never had a try
     */
    private record Old(ImportPlan plan, Optional<Long> instance, long tries, Instant lastSeen) {}

    /** Those that ended before a time, and that no process runs: many are asked for at once. */
    private List<Old> old(List<OldImport> page, Instant before) {
        List<ImportPlan> found = plans.findAll(page.stream().map(OldImport::key).toList());
        Set<String> held =
                plans.leases().held(found.stream().map(ImportPlan::key).toList());
        Map<String, Long> instances = new HashMap<>();
        found.forEach(plan -> one.instance(plan).ifPresent(instance -> instances.put(plan.key(), instance)));
        Map<Long, BatchRecords.Tries> tries = records.triesOf(instances.values());
        return found.stream()
                .filter(plan -> !held.contains(plan.key()))
                .map(plan -> old(plan, Optional.ofNullable(instances.get(plan.key())), tries))
                .filter(old -> old.lastSeen().isBefore(before))
                .toList();
    }

    /** One that never had a try is as old as its plan. */
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
}
