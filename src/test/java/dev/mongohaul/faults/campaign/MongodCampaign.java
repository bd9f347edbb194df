package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.server.Mongod;
import dev.mongohaul.faults.trial.Moment;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import java.time.Duration;

/**
 * The only server is killed and started again: soon, so that the import rides through, or too late for that. What counts
 * is how long it was away, its recovery and election included.
 */
final class MongodCampaign implements Campaign {

    private static final int ROWS = 200_000;

    /** Below what an import waits by default, 25 s, which begins with its next command. */
    private static final Duration RIDDEN_THROUGH = Duration.ofSeconds(20);

    /** An import that gives up soon, so that a run need not take minutes. */
    private static final String[] IMPATIENT = {"-Dmongohaul.import.ride-through=3s", "-Dmongohaul.repository.lease=8s"};

    @Override
    public Outcome run(Draw draw, Arena arena) {
        Subject subject = arena.subject(draw, ROWS, true);
        Settings settings = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = arena.trial(subject)) {
            int seconds = draw.oneOf(1, 10, 30);
            boolean tooLong = seconds == 30;
            Launched launched = trial.launch(settings, tooLong ? IMPATIENT : new String[0]);
            Duration away = strike(trial, launched, Moment.whileItWrites(draw), arena, seconds);
            boolean well = trial.endsWell(launched);
            if (!well && !tooLong && away.compareTo(RIDDEN_THROUGH) < 0) {
                trial.violated(
                        Invariant.RIDDEN_THROUGH,
                        "exit code %d: %s".formatted(launched.process().exitValue(), launched.lastWords()));
            }
            if (!well) {
                trial.finish(settings, 1);
            }
            return Outcome.of(trial, settings);
        }
    }

    /** How long there was no primary; nothing where the import was over before. */
    private static Duration strike(Trial trial, Launched launched, Moment moment, Arena arena, int seconds) {
        if (!moment.await(launched.process(), trial.progress())) {
            trial.fault("missed " + moment);
            return Duration.ZERO;
        }
        Mongod server = arena.server().members().get(0);
        server.kill();
        long killed = System.nanoTime();
        Waiting.pause(Duration.ofSeconds(seconds));
        server.restart();
        arena.server().awaitPrimary();
        Duration away = Duration.ofNanos(System.nanoTime() - killed);
        trial.fault("mongod killed %s for %d s, away for %d ms".formatted(moment, seconds, away.toMillis()));
        return away;
    }
}
