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

/** The importer receives SIGTERM or SIGINT, once or twice, and is resumed. */
final class TermCampaign implements Campaign {

    private static final int ROWS = 200_000;
    private static final int STOPPED = 11;
    private static final Duration ONCE = Duration.ofSeconds(30);
    private static final Duration TWICE = Duration.ofSeconds(3);

    /** Exit codes of a process that receives the signal before its handlers are registered. */
    private static final Set<Integer> SIGNAL_CODES = Set.of(130, 143);

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Subject subject = context.subject(draw, ROWS, true);
        Settings first = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = context.trial(subject)) {
            Settings settings = first;
            for (int times = draw.between(1, 2); times > 0 && trial.unfinished(); times--) {
                long former = trial.runs();
                Launched launched = trial.launch(settings);
                signal(trial, launched, former, Moment.draw(draw), draw);
                settings = draw.chance(0.5) ? settings : Settings.draw(draw, subject, Settings.FAST);
            }
            if (trial.unfinished()) {
                trial.finish(settings, 1);
            }
            return Outcome.of(trial, first);
        }
    }

    /** @param former runs before the launch, of which the JVM of this one knows nothing at first */
    private static void signal(Trial trial, Launched launched, long former, Moment moment, Draw draw) {
        String signal = draw.oneOf("TERM", "INT");
        boolean twice = draw.chance(0.3);
        if (!moment.await(launched.process(), trial.progress())) {
            trial.fault("missed " + moment);
            trial.completes(launched);
            return;
        }
        boolean planned = trial.isPlanned() && (former == 0 || trial.runs() > former);
        launched.process().signal(signal);
        if (twice) {
            Waiting.pause(Duration.ofMillis(draw.below(500)));
            launched.process().signal(signal);
        }
        trial.fault(signal + (twice ? " twice " : " ") + moment);
        Duration limit = twice ? TWICE : ONCE;
        boolean inTime = launched.process().endsWithin(limit);
        if (!inTime) {
            trial.violated(Invariant.BOUNDED, "still runs %s after %s".formatted(limit, signal));
        }
        check(trial, launched, planned, twice);
    }

    private static void check(Trial trial, Launched launched, boolean planned, boolean twice) {
        if (trial.completes(launched)) {
            return;
        }
        int exit = launched.process().exitValue();
        boolean expected = exit == STOPPED || twice || (SIGNAL_CODES.contains(exit) && !planned);
        if (!expected) {
            trial.violated(
                    Invariant.HONEST_STATUS, "exit code %d after a signal: %s".formatted(exit, launched.lastOutput()));
        }
    }
}
