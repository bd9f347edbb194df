package dev.mongohaul.job.launch;

import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Lease;
import java.util.Optional;

/** The import, or another of its job, is running in another process. */
public final class ImportRunningException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private ImportRunningException(String message) {
        super(message);
    }

    /** Another launch gave this import up for its own, before it began. */
    static ImportRunningException overtaken(ImportPlan plan) {
        return new ImportRunningException("%s was launched twice at the same moment, and the other launch goes on"
                .formatted(plan.identity().job()));
    }

    /** This process runs one, or ends. */
    public static ImportRunningException here(String job) {
        return new ImportRunningException("%s is being imported already, by this process".formatted(job));
    }

    static ImportRunningException of(ImportPlans plans, ImportPlan plan) {
        String owner = Optional.ofNullable(plans.find(plan.key()).orElse(plan).lease())
                .map(Lease::owner)
                .orElse("another process");
        return new ImportRunningException(
                "%s is being imported already, by %s".formatted(plan.identity().job(), owner));
    }
}
