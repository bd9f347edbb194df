package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Moment;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import java.util.List;

/** The importer is killed at random moments, up to three times, and resumed, in some runs with other settings. */
final class KillCampaign implements Campaign {

    private static final int FAST_ROWS = 200_000;
    private static final int SLOW_ROWS = 10_000;

    @Override
    public Outcome run(Draw draw, RunContext context) {
        boolean fast = draw.below(7) < 5 || context.changes();
        List<String> writers = fast ? Settings.FAST : Settings.SLOW;
        Subject subject = context.subject(draw, fast ? FAST_ROWS : SLOW_ROWS, fast);
        Settings first = Settings.draw(draw, subject, writers);
        try (Trial trial = context.trial(subject)) {
            Settings settings = first;
            for (int kill = draw.between(1, 3); kill > 0; kill--) {
                if (completesBeforeKill(trial, settings, Moment.draw(draw))) {
                    break;
                }
                settings = draw.chance(0.5) ? settings : Settings.draw(draw, subject, writers);
            }
            if (trial.unfinished()) {
                trial.finish(settings, 1);
            }
            return Outcome.of(trial, first);
        }
    }

    /** Returns whether the import completed before it could be killed. */
    private static boolean completesBeforeKill(Trial trial, Settings settings, Moment moment) {
        Launched launched = trial.launch(settings);
        if (moment.await(launched.process(), trial.progress())) {
            launched.process().kill();
            trial.fault("kill " + moment);
        } else {
            trial.fault("missed " + moment);
        }
        return trial.completes(launched);
    }
}
