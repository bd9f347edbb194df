package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.job.launch.RunControl.RunRefusedException;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.Lease;
import dev.mongohaul.repository.Run;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
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
     * @throws RunRefusedException where the run is not running, or its process is dead
     */
    public ExitCode stop(long id) {
        Optional<Lease> owner = session.control().requestStop(id);
        return owner.isEmpty() ? ended(id) : await(id, owner.get());
    }

    private ExitCode await(long id, Lease owner) {
        err.printf("Run %d of %s was asked to stop; waiting for it ...%n", id, owner.owner());
        err.flush();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            if (!session.control().run(id).running()) {
                return ended(id);
            }
            if (owner.ownerIsDead()) {
                throw RunRefusedException.dead(id);
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
        Run run = session.control().requireEnded(id);
        out.printf(
                "Run %d: %s%s%n",
                id, status(run), run.ending().continues() ? "; 'mongohaul restart %d' continues".formatted(id) : "");
        out.flush();
        return ExitCode.COMPLETED;
    }

    private static String status(Run run) {
        return RunReport.of(run).status();
    }
}
