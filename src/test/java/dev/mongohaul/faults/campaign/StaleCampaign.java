package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Crew;
import dev.mongohaul.faults.trial.Moment;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Trial;
import dev.mongohaul.faults.trial.Versions;
import java.time.Duration;

/**
 * A worker is frozen while it replaces documents. The import ends without it, the next import replaces the documents by
 * newer ones, and then the worker wakes.
 */
final class StaleCampaign implements Campaign {

    private static final int ROWS = 60_000;
    private static final Duration AWAKE = Duration.ofSeconds(3);

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Versions subject = new Versions(context.rowsOr(ROWS));
        Settings settings = new Settings(draw.oneOf("direct", "raw", "bulk"), 2, draw.oneOf(50, 200, 1000));
        try (Trial trial = context.trial(subject);
                Crew crew = new Crew(trial, 2, 1, Crew.SHORT_TIMES)) {
            Launched first = crew.launch(settings, "partition.size=256KiB");
            Crew.Worker frozen = draw.oneOf(crew.workers());
            if (Moment.whileWriting(draw).await(first.process(), trial.progress())) {
                frozen.process().signal("STOP");
                trial.fault("worker frozen");
            }
            boolean completed = trial.completes(first);
            if (completed) {
                subject.next(trial.importer().folder());
                trial.completes(crew.launch(settings, "partition.size=256KiB"));
            }
            frozen.process().signal("CONT");
            Waiting.pause(AWAKE);
            trial.checkAgain();
            return Outcome.of(trial, settings);
        }
    }
}
