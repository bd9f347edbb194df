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
 */
final class PrimaryCampaign implements Campaign {

    private static final int ROWS = 200_000;
    private static final Duration PAUSE = Duration.ofSeconds(20);

    private enum Fault {
        STEP_DOWN,
        KILL,
        PAUSE
    }

    @Override
    public int servers() {
        return 3;
    }

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Subject subject = context.subject(draw, ROWS, true);
        Settings settings = Settings.draw(draw, subject, Settings.FAST);
        Fault drawn = draw.oneOf(Fault.values());
        Fault fault = Fault.valueOf(System.getProperty("faults.primary", drawn.name()));
        context.server().awaitAll();
        try (Trial trial = context.trial(subject)) {
            Launched launched = trial.launch(settings);
            Moment moment = Moment.whileWriting(draw);
            boolean reached = moment.await(launched.process(), trial.progress());
            trial.fault((reached ? "" : "missed ") + fault + " " + moment);
            if (reached) {
                inject(fault, context, draw);
            }
            boolean completed = trial.completes(launched);
            context.server().awaitAll();
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

    private static void inject(Fault fault, RunContext context, Draw draw) {
        switch (fault) {
            case STEP_DOWN -> context.server().stepDown(draw.between(2, 6));
            case KILL -> {
                Mongod primary = context.server().primary();
                primary.kill();
                var unused = Waiting.later(Duration.ofSeconds(draw.between(1, 8)), primary::restart);
            }
            case PAUSE -> {
                Mongod primary = context.server().primary();
                primary.pause();
                Waiting.pause(PAUSE);
                primary.resume();
            }
        }
    }
}
