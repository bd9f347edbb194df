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

/** Up to three faults of any kind, each in a launch of its own, until a launch completes the import. */
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
    public Outcome run(Draw draw, RunContext context) {
        Subject subject = context.subject(draw, ROWS, true);
        Settings first = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = context.trial(subject)) {
            Settings settings = first;
            for (int count = 0; count < FAULTS && trial.unfinished(); count++) {
                fault(draw.oneOf(Fault.values()), trial, settings, draw.split(), context);
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

    private static void fault(Fault fault, Trial trial, Settings settings, Draw draw, RunContext context) {
        if (fault == Fault.COMMANDS_FAIL) {
            commandsFail(trial, settings, draw);
            return;
        }
        Launched launched = trial.launch(settings);
        Moment moment = Moment.draw(draw);
        boolean reached = moment.await(launched.process(), trial.progress());
        trial.fault((reached ? "" : "missed ") + fault + " " + moment);
        if (reached) {
            inject(fault, launched, trial, settings, context);
        }
        trial.completes(launched);
    }

    private static void inject(Fault fault, Launched launched, Trial trial, Settings settings, RunContext context) {
        switch (fault) {
            case KILL -> launched.process().kill();
            case TERM -> launched.process().signal("TERM");
            case PAUSE -> {
                launched.process().signal("STOP");
                Waiting.pause(Duration.ofSeconds(2));
                launched.process().signal("CONT");
            }
            case SERVER_KILLED -> {
                Mongod server = context.server().members().get(0);
                server.kill();
                Waiting.pause(Duration.ofSeconds(1));
                server.restart();
                context.server().awaitPrimary();
            }
            default -> trial.awaitEnd(trial.launch(settings), Trial.LIMIT);
        }
    }

    private static void commandsFail(Trial trial, Settings settings, Draw draw) {
        Verdict verdict = draw.oneOf(Verdict.CUT_REQUEST, Verdict.CUT_REPLY, new Verdict.Refuse(91));
        FailNth failing = new FailNth(draw.between(1, 120), draw.between(1, 5), verdict);
        try (WireProxy proxy = trial.proxy(failing)) {
            trial.completes(trial.launchWith(trial.importer().withUri(proxy.uri(trial.name())), settings));
            trial.fault(verdict + " " + failing.failed());
        }
    }
}
