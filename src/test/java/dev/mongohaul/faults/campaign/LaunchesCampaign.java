package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import java.util.ArrayList;
import java.util.List;

/** The same command is started two to eight times at once: one process imports, the others report that it does. */
final class LaunchesCampaign implements Campaign {

    private static final int ROWS = 50_000;
    private static final int RUNS_ELSEWHERE = 13;

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Subject subject = context.subject(draw, ROWS, true);
        Settings first = Settings.draw(draw, subject, Settings.FAST);
        int launches = draw.between(2, 8);
        try (Trial trial = context.trial(subject)) {
            trial.fault(launches + " launches at once");
            List<Launched> launched = new ArrayList<>();
            for (int launch = 0; launch < launches; launch++) {
                launched.add(trial.launch(launch == 0 ? first : Settings.draw(draw, subject, Settings.FAST)));
            }
            check(trial, launched);
            return Outcome.of(trial, first);
        }
    }

    private static void check(Trial trial, List<Launched> launched) {
        List<Integer> exits = new ArrayList<>();
        for (Launched launch : launched) {
            int exit = trial.awaitEnd(launch, Trial.LIMIT);
            exits.add(exit);
            if (exit != RUNS_ELSEWHERE && exit != 0 && exit != 10) {
                trial.violated(Invariant.HONEST_STATUS, "exit code %d: %s".formatted(exit, launch.lastOutput()));
            }
        }
        trial.fault("exit codes " + exits);
        if (exits.stream().noneMatch(exit -> exit == 0 || exit == 10)) {
            trial.violated(Invariant.RESTARTABLE, "none of the launches ran: " + exits);
        } else {
            trial.checkAgain();
        }
        requireOne(trial, "BATCH_JOB_INSTANCE");
        requireOne(trial, "BATCH_JOB_EXECUTION");
    }

    private static void requireOne(Trial trial, String collection) {
        long found = trial.database().getCollection(collection).countDocuments();
        if (found != 1) {
            trial.violated(Invariant.HONEST_COUNTS, "%d documents in %s".formatted(found, collection));
        }
    }
}
