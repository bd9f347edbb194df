package dev.mongohaul.report;

import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.Cut;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.ImportPlans.SharedPartitions;
import dev.mongohaul.repository.WorkerStore;
import dev.mongohaul.repository.WorkerStore.SeenWorker;
import dev.mongohaul.repository.WorkerStore.StoredWorker;
import dev.mongohaul.text.ProgramVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reports of the workers, and of their work on one import. Thread-safe. */
public final class WorkerReports {

    private final WorkerStore workers;
    private final ImportPlans plans;

    public WorkerReports(WorkerStore workers, ImportPlans plans) {
        this.workers = workers;
        this.plans = plans;
    }

    /** Returns the workers that were seen within the last minute. */
    public SeenWorkers seen() {
        return new SeenWorkers(workers.list(), ProgramVersion.read());
    }

    /** Returns the numbers of partitions that running imports share with workers, by job and then by state. */
    public Map<String, Map<String, Integer>> partitions() {
        return plans.sharedPartitions().stream()
                .collect(Collectors.groupingBy(
                        SharedPartitions::job, Collectors.toMap(SharedPartitions::state, SharedPartitions::count)));
    }

    /** Returns the work of workers on an import; empty if its partitions were not shared. */
    public Optional<SharedWork> work(ImportReport report) {
        boolean shared = report.contents().partitions().stream().anyMatch(partition -> partition.worker() != null);
        return plans.findWithoutPartitions(report.summary().importNumber()).flatMap(plan -> work(plan, shared, report));
    }

    private Optional<SharedWork> work(ImportPlan plan, boolean shared, ImportReport report) {
        Cut cut = plan.cut();
        if (cut == null || (cut.version() == null && !shared)) {
            return Optional.empty();
        }
        return Optional.of(new SharedWork(
                cut.version() != null && plan.state() == ImportPlan.State.UNFINISHED,
                report.summary().status().equals("running"),
                plans.partitions().shared(plan.key(), cut.run())));
    }

    /**
     * Workers that were seen within the last minute.
     *
     * @param workers by host and process
     * @param ownVersion version of this process
     */
    public record SeenWorkers(List<SeenWorker> workers, String ownVersion) {

        /** Returns whether a worker imports a partition. */
        public boolean busy() {
            return workers.stream().anyMatch(seen -> seen.worker().partitions() > 0);
        }

        /** Returns the numbers of workers in the states idle, busy and unfit. */
        public Map<String, Long> states() {
            Map<String, Long> states = new TreeMap<>(Map.of("idle", 0L, "busy", 0L, "unfit", 0L));
            workers.forEach(seen -> states.merge(state(seen.worker()), 1L, Long::sum));
            return states;
        }

        private static String state(StoredWorker worker) {
            if (worker.unfit() != null) {
                return "unfit";
            }
            return worker.partitions() > 0 ? "busy" : "idle";
        }

        /** Returns warnings of different versions and of unfit workers. */
        public List<String> warnings() {
            List<String> warnings = new ArrayList<>();
            TreeSet<String> versions = new TreeSet<>();
            workers.forEach(seen -> versions.add(seen.worker().version()));
            if (versions.stream().anyMatch(version -> !version.equals(ownVersion))) {
                warnings.add("Versions differ: %s of the workers, %s of 'serve'. A worker is unfit for an import that"
                                .formatted(String.join(" and ", versions), ownVersion)
                        + " another version began. Run the same version on all machines.");
            }
            long unfit = workers.stream()
                    .filter(seen -> seen.worker().unfit() != null)
                    .count();
            if (unfit > 0) {
                warnings.add(Words.format(
                        "%,d of %,d %s unfit for an import, for the reason in the last column.",
                        unfit, workers.size(), unfit == 1 ? "workers is" : "workers are"));
            }
            return warnings;
        }
    }
}
