package dev.mongohaul.retention;

import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.ImportLease;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRecords;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.repository.JobRepository;

/**
 * Forgets one import: under its lease, so that nobody runs it meanwhile.
 *
 * <p>Its plan is marked as given up first, and removed last. From the mark on, its content is not taken for loaded, and an
 * import of it is a new one, with numbers of its own: so whatever a process that is killed in between leaves is in nobody's
 * way, and the next time the plan is found again, with what is left.
 */
final class ImportPruner {

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

    /** The number of an import; empty where it never had a try. */
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
