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
 * Of three servers, the primary steps down, is killed, or is paused and comes back; {@code -Dfaults.trouble=STEP_DOWN}
 * names one of them for all runs.
 */
final class PrimaryCampaign implements Campaign {

    private static final int ROWS = 200_000;
    private static final Duration PAUSE = Duration.ofSeconds(20);

    private enum Trouble {
        STEP_DOWN,
        KILL,
        PAUSE
    }

    @Override
    public int servers() {
        return 3;
    }

    @Override
    public Outcome run(Draw draw, Arena arena) {
        Subject subject = arena.subject(draw, ROWS, true);
        Settings settings = Settings.draw(draw, subject, Settings.FAST);
        Trouble drawn = draw.oneOf(Trouble.values());
        Trouble trouble = Trouble.valueOf(System.getProperty("faults.trouble", drawn.name()));
        arena.server().awaitAll();
        try (Trial trial = arena.trial(subject)) {
            Launched launched = trial.launch(settings);
            Moment moment = Moment.whileItWrites(draw);
            boolean struck = moment.await(launched.process(), trial.progress());
            trial.fault((struck ? "" : "missed ") + trouble + " " + moment);
            if (struck) {
                strike(trouble, arena, draw);
            }
            boolean well = trial.endsWell(launched);
            arena.server().awaitAll();
            if (!well && trouble != Trouble.PAUSE) {
                trial.violated(
                        Invariant.RIDDEN_THROUGH,
                        "%s of the primary: exit code %d: %s"
                                .formatted(trouble, launched.process().exitValue(), launched.lastWords()));
            }
            confirm(trial, settings, well);
            return Outcome.of(trial, settings);
        }
    }

    /** What was true at the end must be so still when all servers are back. */
    private static void confirm(Trial trial, Settings settings, boolean well) {
        if (well) {
            trial.checkAgain();
        } else {
            trial.finish(settings, 1);
        }
    }

    private static void strike(Trouble trouble, Arena arena, Draw draw) {
        switch (trouble) {
            case STEP_DOWN -> arena.server().stepDown(draw.between(2, 6));
            case KILL -> {
                Mongod primary = arena.server().primary();
                primary.kill();
                var unused = Waiting.later(Duration.ofSeconds(draw.between(1, 8)), primary::restart);
            }
            case PAUSE -> {
                Mongod primary = arena.server().primary();
                primary.pause();
                Waiting.pause(PAUSE);
                primary.resume();
            }
        }
    }
}
