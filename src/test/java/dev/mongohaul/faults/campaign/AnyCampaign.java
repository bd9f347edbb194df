package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.server.Mongod;
import dev.mongohaul.faults.trial.Moment;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import dev.mongohaul.faults.wire.FailNth;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import java.time.Duration;

/** Three faults of any kind in a row, each for a launch of its own unless the one before rode through. */
final class AnyCampaign implements Campaign {

    private static final int ROWS = 50_000;
    private static final int FAULTS = 3;

    private enum Fault {
        KILL,
        TERM,
        PAUSE,
        SERVER_KILLED,
        COMMANDS_FAIL,
        TWO_LAUNCHES
    }

    @Override
    public Outcome run(Draw draw, Arena arena) {
        Subject subject = arena.subject(draw, ROWS, true);
        Settings first = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = arena.trial(subject)) {
            Settings settings = first;
            for (int count = 0; count < FAULTS && trial.unfinished(); count++) {
                fault(draw.oneOf(Fault.values()), trial, settings, draw.split(), arena);
                settings = Settings.draw(draw, subject, Settings.FAST);
            }
            if (trial.unfinished()) {
                trial.finish(settings, 1);
            } else {
                trial.checkAgain();
            }
            return Outcome.of(trial, first);
        }
    }

    private static void fault(Fault fault, Trial trial, Settings settings, Draw draw, Arena arena) {
        if (fault == Fault.COMMANDS_FAIL) {
            commandsFail(trial, settings, draw);
            return;
        }
        Launched launched = trial.launch(settings);
        Moment moment = Moment.draw(draw);
        boolean struck = moment.await(launched.process(), trial.progress());
        trial.fault((struck ? "" : "missed ") + fault + " " + moment);
        if (struck) {
            strike(fault, launched, trial, settings, arena);
        }
        trial.endsWell(launched);
    }

    private static void strike(Fault fault, Launched launched, Trial trial, Settings settings, Arena arena) {
        switch (fault) {
            case KILL -> launched.process().kill();
            case TERM -> launched.process().signal("TERM");
            case PAUSE -> {
                launched.process().signal("STOP");
                Waiting.pause(Duration.ofSeconds(2));
                launched.process().signal("CONT");
            }
            case SERVER_KILLED -> {
                Mongod server = arena.server().members().get(0);
                server.kill();
                Waiting.pause(Duration.ofSeconds(1));
                server.restart();
                arena.server().awaitPrimary();
            }
            default -> trial.ends(trial.launch(settings), Trial.LIMIT);
        }
    }

    private static void commandsFail(Trial trial, Settings settings, Draw draw) {
        Verdict verdict = draw.oneOf(Verdict.CUT_REQUEST, Verdict.CUT_REPLY, new Verdict.Refuse(91));
        FailNth failing = new FailNth(draw.between(1, 120), draw.between(1, 5), verdict);
        try (WireProxy proxy = trial.proxy(failing)) {
            trial.endsWell(trial.launchBy(trial.importer().by(proxy.uri(trial.name())), settings));
            trial.fault(verdict + " " + failing.failed());
        }
    }
}
