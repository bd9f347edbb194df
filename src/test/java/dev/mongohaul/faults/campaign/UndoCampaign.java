package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Importer;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.Crew;
import dev.mongohaul.faults.trial.Moment;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Trial;
import dev.mongohaul.faults.trial.Undone;
import dev.mongohaul.faults.wire.HoldNth;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireCommand;
import dev.mongohaul.faults.wire.WireProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.bson.RawBsonDocument;

/**
 * An import is killed and resumed, some of its documents are changed in half of the runs, and then it is taken back by an
 * undo that is killed and resumed. The kills are at random moments, or while a proxy holds a command or a reply, which is
 * dropped or delivered late. If it is delivered after the undo, the undo is repeated, unless the kind of import does not
 * support that. One import in six is shared by workers, of which one is killed, or the manager. Consecutive seeds are for
 * different kinds of imports.
 */
final class UndoCampaign implements Campaign {

    private static final int ROWS = 6_000;
    private static final int WORKERS = 2;

    /** Largest numbers of commands before the one that is held. */
    private static final int MOST_COMMANDS = 60;

    private static final int FEW_COMMANDS = 20;

    /** A command that is not delivered before is delivered after the undo. */
    private static final int LATEST = 60_000;

    private static final Set<Integer> COMPLETED = Set.of(0, 10);

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Undone subject = new Undone(context.nextOf(List.of(Undone.Kind.values())), context.rowsOr(ROWS));
        Settings settings = Settings.draw(draw, subject, Settings.FAST).withChunkSize(draw.oneOf(100, 250, 500));
        try (Trial trial = context.trial(subject)) {
            Map<Object, RawBsonDocument> before = Undone.dump(trial.database());
            List<HoldNth> held = new ArrayList<>();
            int latest = subject.kind().findsLateDocuments() ? LATEST : 0;
            if (draw.chance(1.0 / 6)) {
                importWithWorkers(trial, settings, draw);
            } else {
                Moment moment = draw.chance(0.5) ? Moment.whileWriting(draw) : afterLaunch(draw);
                complete(
                        trial,
                        draw,
                        moment,
                        MOST_COMMANDS,
                        latest,
                        held,
                        importer -> trial.launchWith(importer, settings));
            }
            trial.violations(subject.checkImported(
                    trial.database().getCollection("target").find()));
            Map<Object, RawBsonDocument> changed = subject.kind().sparesChanged() && draw.chance(0.5)
                    ? subject.change(trial.database(), draw.split())
                    : Map.of();
            trial.fault(changed.size() + " changed");

            String run = Long.toString(trial.lastRun());
            int commands = subject.kind().sparesChanged() ? MOST_COMMANDS : FEW_COMMANDS;
            int exit = complete(
                    trial,
                    draw,
                    afterLaunch(draw),
                    commands,
                    latest,
                    held,
                    importer -> trial.execute(importer, "undo", run));

            if (COMPLETED.contains(exit) && exit != (changed.isEmpty() ? 0 : 10)) {
                trial.violated(Invariant.HONEST_STATUS, "exit code %d of the undo".formatted(exit));
            }
            if (held.stream().anyMatch(HoldNth::isHeld)) {
                held.forEach(late -> late.release(Verdict.PASS));
                Waiting.pause(Duration.ofMillis(200));
                trial.fault("undo again");
                again(trial, trial.execute(trial.importer(), "undo", run));
            }
            trial.violations(subject.checkUndone(
                    trial.database(), before, changed, trial.importer().folder().resolve("rejects")));
            return Outcome.of(trial, settings);
        }
    }

    /** Launches a command that is killed, and then once more. Returns the exit code. */
    private static int complete(
            Trial trial,
            Draw draw,
            Moment moment,
            int commands,
            int latest,
            List<HoldNth> held,
            Function<Importer, Launched> command) {
        int exit = draw.chance(0.5)
                ? killAtMoment(trial, command.apply(trial.importer()), moment)
                : killAtCommand(trial, draw, draw.between(1, commands), latest, held, command);
        return COMPLETED.contains(exit) ? exit : again(trial, command.apply(trial.importer()));
    }

    private static Moment afterLaunch(Draw draw) {
        return new Moment(-1, Duration.ofMillis(draw.between(300, 1300)));
    }

    private static int again(Trial trial, Launched launched) {
        int exit = trial.awaitEnd(launched, Trial.LIMIT);
        if (!COMPLETED.contains(exit)) {
            trial.violated(Invariant.RESTARTABLE, "exit code %d: %s".formatted(exit, launched.lastOutput()));
        }
        return exit;
    }

    private static int killAtMoment(Trial trial, Launched launched, Moment moment) {
        boolean reached = moment.await(launched.process(), trial.progress());
        launched.process().kill();
        trial.fault((reached ? "kill " : "missed ") + moment);
        return trial.awaitEnd(launched, Trial.LIMIT);
    }

    private static int killAtCommand(
            Trial trial, Draw draw, int nth, int latest, List<HoldNth> held, Function<Importer, Launched> command) {
        HoldNth hold = new HoldNth(UndoCampaign::matters, nth, draw.chance(0.5));
        WireProxy proxy = trial.proxy(hold);
        Launched launched = command.apply(trial.importer().withUri(proxy.uri(trial.name())));
        boolean reached = Waiting.until(launched, Trial.LIMIT, hold::isReached);
        launched.process().kill();
        int late = draw.oneOf(0, 700, 1500, latest);
        boolean lost = draw.chance(0.2);
        trial.fault("%s at command %d%s".formatted(reached ? "kill" : "missed", nth, lost ? "" : " late " + late));
        held.add(hold);
        if (lost) {
            hold.release(Verdict.CUT_REQUEST);
        } else {
            var unused = Waiting.later(Duration.ofMillis(late), () -> hold.release(Verdict.PASS));
        }
        return trial.awaitEnd(launched, Trial.LIMIT);
    }

    /** Leaves out the commands before the plan and after the last checkpoint, whose number is large. */
    private static boolean matters(WireCommand command) {
        return command.collection().startsWith("target") || command.collection().startsWith("mongohaul_");
    }

    private static void importWithWorkers(Trial trial, Settings settings, Draw draw) {
        boolean manager = draw.chance(0.5);
        try (Crew crew = new Crew(trial, WORKERS, 1, Crew.SHORT_TIMES)) {
            Launched launched = crew.launch(settings, "partition.size=64KiB");
            Moment moment = Moment.whileWriting(draw);
            boolean reached = moment.await(launched.process(), trial.progress());
            trial.fault("%s %s %s".formatted(reached ? "kill" : "missed", manager ? "manager" : "worker", moment));
            if (manager) {
                launched.process().kill();
            } else {
                draw.oneOf(crew.workers()).process().kill();
            }
            if (!COMPLETED.contains(trial.awaitEnd(launched, Trial.LIMIT))) {
                again(trial, crew.launch(settings, "partition.size=64KiB"));
            }
        }
    }
}
