package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.OneOperation;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Swapped;
import dev.mongohaul.faults.trial.Trial;
import dev.mongohaul.faults.wire.HoldNth;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import java.time.Duration;

/**
 * The importer is killed while a proxy holds one of its commands or the reply to it. The proxy then drops the held
 * command or reply, or delivers it immediately or while the next launch runs.
 */
final class PointsCampaign implements Campaign {

    private static final int ROWS = 5_000;
    private static final int CHUNK = 250;

    /** Stores a checkpoint for each chunk. */
    private static final String EVERY_CHUNK = "-Dmongohaul.repository.checkpoint-interval=0s";

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Point point = context.nextOf(Point.of(context.swaps()));
        OneOperation drawn = OneOperation.draw(draw, context.rowsOr(ROWS), true);
        OneOperation written = point.needsRejects() ? drawn.withRejects() : drawn;
        Subject subject = context.swaps() ? Swapped.of(written) : written;
        Settings settings = Settings.draw(draw, subject, Settings.FAST).withChunkSize(CHUNK);
        try (Trial trial = context.trial(subject)) {
            if (point == Point.REJECTS_FORGOTTEN) {
                leaveRejects(trial, settings, draw);
            }
            if (trial.unfinished()) {
                kill(trial, settings, point, draw);
            }
            return Outcome.of(trial, settings);
        }
    }

    /** Kills a launch after it saved rejects and before it saves the checkpoint of their chunk. */
    private static void leaveRejects(Trial trial, Settings settings, Draw draw) {
        HoldNth hold = new HoldNth(Point.BEFORE_THE_CHECKPOINT::matches, draw.between(2, 6), false);
        try (WireProxy proxy = trial.proxy(hold)) {
            Launched launched =
                    trial.launchWith(trial.importer().withUri(proxy.uri(trial.name())), settings, EVERY_CHUNK);
            if (Waiting.until(launched, Trial.LIMIT, hold::isReached)) {
                launched.process().kill();
            }
            hold.release(Verdict.CUT_REQUEST);
            trial.completes(launched);
        }
    }

    private static void kill(Trial trial, Settings settings, Point point, Draw draw) {
        int chunks = (trial.subject().rows() + CHUNK - 1) / CHUNK;
        int nth = point.nth(draw, chunks);
        boolean reply = point.holdsReply(draw);
        HoldNth hold = new HoldNth(point::matches, nth, reply);
        try (WireProxy proxy = trial.proxy(hold)) {
            Launched launched =
                    trial.launchWith(trial.importer().withUri(proxy.uri(trial.name())), settings, EVERY_CHUNK);
            boolean reached = Waiting.until(launched, Trial.LIMIT, hold::isReached);
            trial.fault("%s %s %d %s".formatted(reached ? "kill" : "missed", point, nth, reply ? "replied" : "asked"));
            if (reached) {
                launched.process().kill();
                deliver(hold, draw, trial);
            }
            trial.completes(launched);
            if (trial.unfinished()) {
                trial.finish(settings, 1);
            }
        }
    }

    private static void deliver(HoldNth hold, Draw draw, Trial trial) {
        int late = draw.below(3) * 1500;
        if (draw.chance(0.4)) {
            hold.release(Verdict.CUT_REQUEST);
            trial.fault("never sent");
        } else {
            var unused = Waiting.later(Duration.ofMillis(late), () -> hold.release(Verdict.PASS));
            trial.fault("sent after " + late + " ms");
        }
    }
}
