package dev.mongohaul.report.work;

import dev.mongohaul.report.ImportReport;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.PlannedCut;
import dev.mongohaul.repository.plan.SharedPartitions;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.worker.WorkerStore;
import dev.mongohaul.text.ProgramVersion;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reports of the workers, and of their work on one import. Thread-safe. */
public record WorkerReports(WorkerStore workers, ImportPlans plans) {

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
        PlannedCut cut = plan.cut();
        if (cut == null || (cut.version() == null && !shared)) {
            return Optional.empty();
        }
        return Optional.of(new SharedWork(
                cut.version() != null && plan.state() == ImportState.UNFINISHED,
                report.summary().status() == RunStatus.RUNNING,
                plans.partitions().shared(plan.key(), cut.run())));
    }
}
