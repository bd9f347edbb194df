package dev.mongohaul.faults.campaign;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Moment;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import java.time.Duration;

/**
 * The importer is paused for longer than its lease, and another process takes over. The first process is continued
 * while the other runs, or after it. The campaign changes the host in the lease, because a paused owner on the same
 * host counts as alive.
 */
final class StopContCampaign implements Campaign {

    private static final int ROWS = 200_000;
    private static final String[] SHORT_LEASE = {"-Dmongohaul.repository.lease=6s", "-Dmongohaul.import.ride-through=2s"
    };

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Subject subject = context.subject(draw, ROWS, false);
        Settings first = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = context.trial(subject)) {
            Launched old = trial.launch(first, SHORT_LEASE);
            Moment moment = draw.chance(0.7) ? Moment.whileWriting(draw) : Moment.draw(draw);
            if (moment.await(old.process(), trial.progress()) && trial.isPlanned()) {
                old.process().signal("STOP");
                trial.fault("paused " + moment);
                takeOver(trial, old, Settings.draw(draw, subject, Settings.FAST), draw);
            } else {
                trial.fault("missed " + moment);
                trial.completes(old);
            }
            if (trial.unfinished()) {
                trial.finish(first, 1);
            }
            return Outcome.of(trial, first);
        }
    }

    private static void takeOver(Trial trial, Launched old, Settings settings, Draw draw) {
        trial.database()
                .getCollection("mongohaul_imports")
                .updateOne(Filters.ne("lease", null), Updates.set("lease.host", "elsewhere"));
        Launched successor = trial.launch(settings, SHORT_LEASE);
        boolean during = draw.chance(0.6);
        if (during) {
            Moment moment = Moment.whileWriting(draw);
            moment.await(successor.process(), trial.progress());
            resume(trial, old, "during " + moment);
        }
        boolean successorCompletes = trial.completes(successor);
        if (!during) {
            resume(trial, old, "after it");
        }
        boolean oldCompletes = trial.completes(old);
        trial.fault(successorCompletes ? "successor completed" : "successor did not complete");
        if (oldCompletes && successorCompletes) {
            trial.violated(
                    Invariant.HONEST_STATUS, "a process that lost its lease reports that it completed the import");
        }
        if (!trial.unfinished()) {
            trial.checkAgain();
        }
    }

    private static void resume(Trial trial, Launched old, String when) {
        old.process().signal("CONT");
        trial.fault("continued " + when);
        Waiting.pause(Duration.ofMillis(1));
    }
}
