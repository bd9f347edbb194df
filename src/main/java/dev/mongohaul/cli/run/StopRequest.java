package dev.mongohaul.cli.run;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlans;
import dev.mongohaul.repository.Lease;
import dev.mongohaul.repository.Run;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Asks the process that has a run to stop it, and waits for the end. */
public final class StopRequest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Session session;
    private final PrintWriter out;
    private final PrintWriter err;

    public StopRequest(Session session, PrintWriter out, PrintWriter err) {
        this.session = session;
        this.out = out;
        this.err = err;
    }

    /**
     * Waits up to a minute.
     *
     * @return completed when the run has ended, whatever its end
     * @throws UsageException where the run is not running, or its process is dead
     */
    public ExitCode stop(long id) {
        Run run = session.run(id);
        if (!run.running()) {
            throw new UsageException("Run %d is not running: it is %s".formatted(id, status(run)));
        }
        ImportPlan plan = session.planOf(run);
        Lease owner = plan.lease();
        ImportPlans plans = session.bean(ImportPlans.class);
        if (owner == null
                || !run.belongsTo(owner)
                || !plans.leases().isHeld(plan.key())
                || !plans.leases().requestStop(plan.key(), owner)) {
            return ended(id);
        }
        err.printf("Run %d of %s was asked to stop; waiting for it ...%n", id, owner.owner());
        err.flush();
        return await(id, owner);
    }

    private ExitCode await(long id, Lease owner) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            if (!session.run(id).running()) {
                return ended(id);
            }
            if (owner.ownerIsDead()) {
                throw dead(id);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        err.printf(
                "Run %d has not ended within %d s, but knows that it shall; 'mongohaul report %d' tells when it has%n",
                id, PATIENCE.toSeconds(), id);
        return ExitCode.FAILED;
    }

    /** The run ended; or its process did, and left it as if it were running. */
    private ExitCode ended(long id) {
        Run run = session.run(id);
        if (run.running()) {
            throw dead(id);
        }
        out.printf(
                "Run %d: %s%s%n",
                id, status(run), run.ending().continues() ? "; 'mongohaul restart %d' continues".formatted(id) : "");
        out.flush();
        return ExitCode.COMPLETED;
    }

    private static String status(Run run) {
        return RunReport.of(run).status();
    }

    private static UsageException dead(long id) {
        return new UsageException(
                "Run %d has no process any more that could be stopped; 'mongohaul restart %d' continues it"
                        .formatted(id, id));
    }
}
