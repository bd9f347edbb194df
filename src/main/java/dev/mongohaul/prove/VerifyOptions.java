package dev.mongohaul.prove;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.repository.plan.ImportPlan;
import java.util.Optional;
import java.util.function.Function;

/**
 * Options of a verification.
 *
 * @param digested whether the digest of the documents is computed
 * @param later returns the job of a later import by its stored settings, with its input where it lies now; empty if that is gone
 */
public record VerifyOptions(boolean digested, Function<ImportPlan, Optional<ImportJob>> later) {

    /** No digest, and no inputs of later imports. */
    public static final VerifyOptions NONE = new VerifyOptions(false, plan -> Optional.empty());
}
