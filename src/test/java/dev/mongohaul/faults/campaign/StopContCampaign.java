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
 * The importer is paused for longer than its lease, another takes over, and the first wakes: while the other is at work,
 * or after it. The lease is made to be of another host: on one host a paused owner is known to be alive.
 */
final class StopContCampaign implements Campaign {

    private static final int ROWS = 200_000;
    private static final String[] SHORT_LEASE = {"-Dmongohaul.repository.lease=6s", "-Dmongohaul.import.ride-through=2s"
    };

    @Override
    public Outcome run(Draw draw, Arena arena) {
        Subject subject = arena.subject(draw, ROWS, false);
        Settings first = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = arena.trial(subject)) {
            Launched old = trial.launch(first, SHORT_LEASE);
            Moment moment = draw.chance(0.7) ? Moment.whileItWrites(draw) : Moment.draw(draw);
            if (moment.await(old.process(), trial.progress()) && trial.begun()) {
                old.process().signal("STOP");
                trial.fault("paused " + moment);
                takeOver(trial, old, Settings.draw(draw, subject, Settings.FAST), draw);
            } else {
                trial.fault("missed " + moment);
                trial.endsWell(old);
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
            Moment moment = Moment.whileItWrites(draw);
            moment.await(successor.process(), trial.progress());
            wake(trial, old, "during " + moment);
        }
        boolean successorEndsWell = trial.endsWell(successor);
        if (!during) {
            wake(trial, old, "after it");
        }
        boolean oldEndsWell = trial.endsWell(old);
        trial.fault(successorEndsWell ? "successor completed" : "successor did not");
        if (oldEndsWell && successorEndsWell) {
            trial.violated(Invariant.HONEST_STATUS, "a process that lost its lease says that it completed the import");
        }
        if (!trial.unfinished()) {
            trial.checkAgain();
        }
    }

    private static void wake(Trial trial, Launched old, String when) {
        old.process().signal("CONT");
        trial.fault("woken " + when);
        Waiting.pause(Duration.ofMillis(1));
    }
}
