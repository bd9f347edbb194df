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
 * The primary of three servers steps down, is killed and restarted, or is paused and resumed.
 * {@code -Dfaults.primary=STEP_DOWN} selects the same fault for all runs.
 *
 * <p>{@code -Dfaults.primary=ROLLBACK} kills the primary while the others do not receive its writes, among them newer
 * documents of another client: those writes are rolled back when the primary returns.
 */
final class PrimaryCampaign implements Campaign {

    private static final int ROWS = 200_000;
    private static final Duration PAUSE = Duration.ofSeconds(20);
    private static final Duration UNREPLICATED = Duration.ofMillis(1500);

    private enum Fault {
        STEP_DOWN,
        KILL,
        PAUSE,
        /** Never drawn. */
        ROLLBACK
    }

    @Override
    public int servers() {
        return 3;
    }

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Subject subject = context.subject(draw, ROWS, true);
        Settings settings = Settings.draw(draw, subject, Settings.FAST);
        Fault drawn = draw.oneOf(Fault.STEP_DOWN, Fault.KILL, Fault.PAUSE);
        Fault fault = Fault.valueOf(System.getProperty("faults.primary", drawn.name()));
        context.server().awaitAll();
        try (Trial trial = context.trial(subject)) {
            Launched launched = trial.launch(settings);
            Moment moment = Moment.whileWriting(draw);
            boolean reached = moment.await(launched.process(), trial.progress());
            trial.fault((reached ? "" : "missed ") + fault + " " + moment);
            Mongod primary = context.server().primary();
            int rollbacks = context.server().rollbacks(primary);
            if (reached) {
                inject(fault, primary, context, draw, trial);
            }
            boolean completed = trial.completes(launched);
            primary.restart();
            context.server().awaitAll();
            if (fault == Fault.ROLLBACK && reached && context.server().rollbacks(primary) == rollbacks) {
                trial.fault("without a rollback");
            }
            if (!completed && fault != Fault.PAUSE) {
                trial.violated(
                        Invariant.RIDDEN_THROUGH,
                        "%s of the primary: exit code %d: %s"
                                .formatted(fault, launched.process().exitValue(), launched.lastOutput()));
            }
            confirm(trial, settings, completed);
            return Outcome.of(trial, settings);
        }
    }

    /** Checks a completed import again after all servers have returned; resumes one that failed. */
    private static void confirm(Trial trial, Settings settings, boolean completed) {
        if (completed) {
            trial.checkAgain();
        } else {
            trial.finish(settings, 1);
        }
    }

    private static void inject(Fault fault, Mongod primary, RunContext context, Draw draw, Trial trial) {
        switch (fault) {
            case STEP_DOWN -> context.server().stepDown(draw.between(2, 6));
            case KILL -> {
                primary.kill();
                var unused = Waiting.later(Duration.ofSeconds(draw.between(1, 8)), primary::restart);
            }
            case PAUSE -> {
                primary.pause();
                Waiting.pause(PAUSE);
                primary.resume();
            }
            case ROLLBACK -> {
                context.server().stopReplication(primary);
                trial.writeUnreplicated(primary);
                Waiting.pause(UNREPLICATED);
                primary.kill();
                context.server().resumeReplication(primary);
                var unused = Waiting.later(Duration.ofSeconds(draw.between(1, 8)), primary::restart);
            }
        }
    }
}
