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
 * The only server is killed and restarted, within the import's ride-through time or after it. The downtime includes
 * recovery and election.
 */
final class MongodCampaign implements Campaign {

    private static final int ROWS = 200_000;

    /** Less than the default of {@code mongohaul.import.ride-through}, 25 s, which starts with the next command. */
    private static final Duration RIDDEN_THROUGH = Duration.ofSeconds(20);

    /** Makes the import fail soon, which shortens the run. */
    private static final String[] SHORT_RIDE_THROUGH = {
        "-Dmongohaul.import.ride-through=3s", "-Dmongohaul.repository.lease=8s"
    };

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Subject subject = context.subject(draw, ROWS, true);
        Settings settings = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = context.trial(subject)) {
            int seconds = draw.oneOf(1, 10, 30);
            boolean tooLong = seconds == 30;
            Launched launched = trial.launch(settings, tooLong ? SHORT_RIDE_THROUGH : new String[0]);
            Duration downtime = killServer(trial, launched, Moment.whileWriting(draw), context, seconds);
            boolean completed = trial.completes(launched);
            if (!completed && !tooLong && downtime.compareTo(RIDDEN_THROUGH) < 0) {
                trial.violated(
                        Invariant.RIDDEN_THROUGH,
                        "exit code %d: %s".formatted(launched.process().exitValue(), launched.lastOutput()));
            }
            if (!completed) {
                trial.finish(settings, 1);
            }
            return Outcome.of(trial, settings);
        }
    }

    /** Returns how long there was no primary; 0 if the import ended before the fault. */
    private static Duration killServer(Trial trial, Launched launched, Moment moment, RunContext context, int seconds) {
        if (!moment.await(launched.process(), trial.progress())) {
            trial.fault("missed " + moment);
            return Duration.ZERO;
        }
        Mongod server = context.server().members().get(0);
        server.kill();
        long killed = System.nanoTime();
        Waiting.pause(Duration.ofSeconds(seconds));
        server.restart();
        context.server().awaitPrimary();
        Duration downtime = Duration.ofNanos(System.nanoTime() - killed);
        trial.fault("mongod killed %s for %d s, down for %d ms".formatted(moment, seconds, downtime.toMillis()));
        return downtime;
    }
}
