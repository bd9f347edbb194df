package dev.mongohaul.check;

import dev.mongohaul.job.step.Failures;
import dev.mongohaul.repository.ImportEnding;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;

/**
 * How a check ended.
 *
 * @param reason null where it did not fail
 */
record CheckVerdict(ImportEnding ending, @Nullable String reason) {

    /** @param changedInput what happened to the input meanwhile, if anything did */
    static CheckVerdict of(JobExecution execution, CheckFindings findings, Optional<String> changedInput) {
        return switch (execution.getStatus()) {
            case COMPLETED ->
                changedInput.map(CheckVerdict::changed).orElseGet(() -> new CheckVerdict(judged(findings), null));
            case STOPPED, STOPPING -> new CheckVerdict(ImportEnding.STOPPED, null);
            default -> new CheckVerdict(ImportEnding.FAILED, cause(execution));
        };
    }

    private static CheckVerdict changed(String what) {
        return new CheckVerdict(ImportEnding.FAILED, what + ": check a file when it is complete");
    }

    private static ImportEnding judged(CheckFindings findings) {
        if (findings.limit().exceeded()) {
            return ImportEnding.REJECT_LIMIT_EXCEEDED;
        }
        return findings.counts().rejected() == 0 ? ImportEnding.COMPLETED : ImportEnding.COMPLETED_WITH_REJECTS;
    }

    private static String cause(JobExecution execution) {
        return execution.getAllFailureExceptions().stream()
                .findFirst()
                .map(failure -> Failures.describe(Failures.cause(failure)))
                .orElse("The check failed for an unknown reason");
    }
}
