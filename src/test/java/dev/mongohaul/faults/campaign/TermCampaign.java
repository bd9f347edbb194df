package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Moment;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import java.time.Duration;
import java.util.Set;

/** The importer is asked to end, once or twice, and continued. */
final class TermCampaign implements Campaign {

    private static final int ROWS = 200_000;
    private static final int STOPPED = 11;
    private static final Duration ONCE = Duration.ofSeconds(30);
    private static final Duration TWICE = Duration.ofSeconds(3);

    /** Signalled before the program could listen. */
    private static final Set<Integer> OF_SIGNALS = Set.of(130, 143);

    @Override
    public Outcome run(Draw draw, Arena arena) {
        Subject subject = arena.subject(draw, ROWS, true);
        Settings first = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = arena.trial(subject)) {
            Settings settings = first;
            for (int times = draw.between(1, 2); times > 0 && trial.unfinished(); times--) {
                Launched launched = trial.launch(settings);
                signal(trial, launched, Moment.draw(draw), draw);
                settings = draw.chance(0.5) ? settings : Settings.draw(draw, subject, Settings.FAST);
            }
            if (trial.unfinished()) {
                trial.finish(settings, 1);
            }
            return Outcome.of(trial, first);
        }
    }

    private static void signal(Trial trial, Launched launched, Moment moment, Draw draw) {
        String signal = draw.oneOf("TERM", "INT");
        boolean twice = draw.chance(0.3);
        if (!moment.await(launched.process(), trial.progress())) {
            trial.fault("missed " + moment);
            trial.endsWell(launched);
            return;
        }
        boolean begun = trial.begun();
        launched.process().signal(signal);
        if (twice) {
            Waiting.pause(Duration.ofMillis(draw.below(500)));
            launched.process().signal(signal);
        }
        trial.fault(signal + (twice ? " twice " : " ") + moment);
        Duration limit = twice ? TWICE : ONCE;
        boolean inTime = launched.process().ends(limit);
        if (!inTime) {
            trial.violated(Invariant.BOUNDED, "runs on for more than %s after %s".formatted(limit, signal));
        }
        judge(trial, launched, begun, twice);
    }

    private static void judge(Trial trial, Launched launched, boolean begun, boolean twice) {
        if (trial.endsWell(launched)) {
            return;
        }
        int exit = launched.process().exitValue();
        boolean expected = exit == STOPPED || twice || (OF_SIGNALS.contains(exit) && !begun);
        if (!expected) {
            trial.violated(
                    Invariant.HONEST_STATUS, "exit code %d after a signal: %s".formatted(exit, launched.lastWords()));
        }
    }
}
