package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.run.RunCommand;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.run.Run;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;

/** Stops a run of any process after its current chunk, and waits for its end. */
@Command(
        name = "stop",
        description = {
            "Stop a run after its current chunk.",
            "The run can be in any process. stop waits up to 60 seconds for the end of the run."
        },
        exitCodeList = {
            "0:the run has ended",
            "1:failed, or the run did not end within 60 seconds",
            "2:wrong command, or no run with this number is running"
        },
        footer = {"  mongohaul stop 42", "  mongohaul stop 42 && mongohaul report 42"})
final class StopCommand extends RunCommand {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    @Override
    public Integer call() {
        try (Session session = mongo.open(spec)) {
            Optional<Lease> owner = session.control().requestStop(id);
            ExitCode code = owner.isEmpty() ? printEnd(session) : await(session, owner.get());
            return code.value();
        }
    }

    private ExitCode await(Session session, Lease owner) {
        err().printf("Run %d of %s was asked to stop; waiting for it ...%n", id, owner.owner());
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (System.nanoTime() < end) {
            if (!session.control().run(id).running()) {
                return printEnd(session);
            }
            if (owner.ownerIsDead()) {
                throw RunRefusedException.dead(id);
            }
            LockSupport.parkNanos(POLL_INTERVAL.toNanos());
        }
        err().printf(
                        "Run %d did not stop within %d s. The stop request is recorded; check with"
                                + " 'mongohaul report %d'%n",
                        id, LONGEST_WAIT.toSeconds(), id);
        return ExitCode.FAILED;
    }

    private ExitCode printEnd(Session session) {
        Run run = session.control().requireEnded(id);
        out().printf(
                        "Run %d: %s%s%n",
                        id,
                        run.status().word(),
                        run.ending().continues() && !session.control().hasReadOnce(id)
                                ? "; 'mongohaul restart %d' continues".formatted(id)
                                : "");
        return ExitCode.COMPLETED;
    }
}
