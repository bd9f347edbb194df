package dev.mongohaul.job.launch;

import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import java.util.Optional;

/** Exception for an import that cannot start because it, or another import of its job, is running. */
public final class ImportRunningException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private ImportRunningException(String message) {
        super(message);
    }

    /** Another launch abandoned this import, before it began, in favour of its own. */
    static ImportRunningException overtaken(ImportPlan plan) {
        return new ImportRunningException("%s was launched twice at the same time; the other launch continues"
                .formatted(plan.identity().job()));
    }

    /** This process runs an import of the job, or is shutting down. */
    public static ImportRunningException here(String job) {
        return new ImportRunningException("%s is being imported already, by this process".formatted(job));
    }

    /** Another import, perhaps of another job, changes the target. */
    static ImportRunningException changing(String target, ImportPlan other) {
        return new ImportRunningException("%s is being changed by %s of %s, %s. Run the command again when it has ended"
                .formatted(
                        target,
                        other.identity().isUndo() ? "an undo" : "an import",
                        other.identity().job(),
                        Optional.ofNullable(other.lease()).map(Lease::owner).orElse("another process")));
    }

    static ImportRunningException of(ImportPlans plans, ImportPlan plan) {
        String owner = Optional.ofNullable(plans.find(plan.key()).orElse(plan).lease())
                .map(Lease::owner)
                .orElse("another process");
        return new ImportRunningException(
                "%s is being imported already, by %s".formatted(plan.identity().job(), owner));
    }
}
