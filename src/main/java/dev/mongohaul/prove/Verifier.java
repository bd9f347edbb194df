package dev.mongohaul.prove;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.PhaseAfterLoad;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.job.run.ImportMeters;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportVerification;
import dev.mongohaul.repository.plan.Verified;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;

/** Verification of imports whose result is stored: after their load, if the job wants that, or later. Thread-safe. */
public final class Verifier implements PhaseAfterLoad {

    private static final double MILLIS = 1000;

    private final Prover prover;
    private final ImportPlans plans;
    private final ObjectProvider<ImportMeters> meters;

    Verifier(
            MongoConnections connections,
            ImportPlans plans,
            RejectStore rejects,
            RetryBudget retries,
            ObjectProvider<ImportMeters> meters) {
        this.prover = new Prover(connections, plans, rejects, retries);
        this.plans = plans;
        this.meters = meters;
    }

    /** Returns the comparison of inputs with their targets, of which nothing is stored. */
    public Prover prover() {
        return prover;
    }

    @Override
    public boolean isDue(ImportJob job, ImportPlan plan) {
        return job.file().verifies()
                && (plan.verification() == null || plan.verification().isPending());
    }

    @Override
    public ImportPlan run(ImportJob job, InputScan scan, ImportPlan plan, ImportMonitor monitor) {
        ImportVerification pending = ImportVerification.pending();
        saved(job, plan, pending);
        monitor.enter(Phase.VERIFYING);
        long began = System.nanoTime();
        try {
            Verification verification =
                    prover.verify(plan, job, scan, VerifyOptions.NONE, monitor, 0, difference -> {});
            return plan.with(verification.result().whole() ? saved(job, verification, began) : pending);
        } catch (RuntimeException e) {
            if (ServerStates.isServerState(e)) {
                throw e;
            }
            if (monitor.stopRequested()) {
                return plan.with(pending);
            }
            return plan.with(saved(
                    job,
                    plan,
                    ImportVerification.unknown(seconds(began), Refusal.of(e).message())));
        }
    }

    /**
     * As {@link Prover#verify(ImportPlan, ImportJob, VerifyOptions, ImportMonitor, int, Consumer)}, and stores the result unless the
     * verification is stopped.
     *
     * @throws RunRefusedException if it cannot be verified; the former result stays
     */
    public Verification verify(
            ImportPlan plan,
            ImportJob prepared,
            VerifyOptions options,
            ImportMonitor monitor,
            int samples,
            Consumer<Difference> all) {
        long began = System.nanoTime();
        Verification verification = prover.verify(plan, prepared, options, monitor, samples, all);
        if (verification.result().whole()) {
            saved(prepared, verification, began);
        }
        return verification;
    }

    private ImportVerification saved(ImportJob job, Verification verification, long began) {
        ComparisonResult result = verification.result();
        Verified verified = Verified.valueOf(verification.verdict().name());
        return saved(
                job,
                verification.plan(),
                new ImportVerification(
                        verified,
                        Instant.now(),
                        seconds(began),
                        result.count(Judgement.EQUAL),
                        result.count(Judgement.CHANGED),
                        result.count(Judgement.NEW),
                        result.count(Judgement.DELETED),
                        result.count(Judgement.CHANGED_MEANWHILE),
                        verification.later(),
                        verified == Verified.UNKNOWN && !result.notes().isEmpty()
                                ? String.join("; ", result.notes())
                                : null));
    }

    private ImportVerification saved(ImportJob job, ImportPlan plan, ImportVerification result) {
        plans.save(plan.importNumber(), result);
        meters.getIfAvailable(() -> ImportMeters.NONE)
                .of(job.name(), job.writer().name())
                .reached(plan, result);
        return result;
    }

    /** Returns the seconds since then, in thousandths. */
    private static double seconds(long began) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) / MILLIS;
    }
}
