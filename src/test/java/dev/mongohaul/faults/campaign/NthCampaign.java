package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.OneOperation;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import dev.mongohaul.faults.wire.FailNth;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import java.util.List;

/**
 * The Nth command of a small import fails, once or twice in a row, in each of four ways. A run that has begun its first
 * step survives that. The seeds 1 to 8 are for the first command, 9 to 16 for the second, and 1,201 for the first again.
 * {@code -Dfaults.writer} names the writer. A run without an Nth command logs "untouched", and no higher seed is needed.
 */
final class NthCampaign implements Campaign {

    private static final int ROWS = 2_000;
    private static final int CHUNK = 100;

    /** For 150 commands, more than an import of 500 records sends. */
    private static final int SEEDS = 1_200;

    private static final int SHUTDOWN_IN_PROGRESS = 91;
    private static final int INTERRUPTED_BY_STATE_CHANGE = 11602;
    private static final String EVERY_CHUNK = "-Dmongohaul.repository.checkpoint-interval=0s";

    private static final List<Verdict> FAILURES = List.of(
            Verdict.CUT_REQUEST,
            Verdict.CUT_REPLY,
            new Verdict.Refuse(SHUTDOWN_IN_PROGRESS),
            new Verdict.Refuse(INTERRUPTED_BY_STATE_CHANGE));

    @Override
    public Outcome run(Draw draw, RunContext context) {
        int number = Math.floorMod(context.seed() - 1, SEEDS);
        Verdict failure = FAILURES.get(number % FAILURES.size());
        int inARow = 1 + number / FAILURES.size() % 2;
        int nth = 1 + number / (2 * FAILURES.size());
        int rows = context.rowsOr(ROWS);
        Subject subject = context.changes() || context.swaps()
                ? context.subject(new Draw(1), rows, true)
                : context.onTarget(new OneOperation(new Input(1, rows, Input.EVERY_REJECT, "\n"), false, false, false));
        Settings settings = new Settings(System.getProperty("faults.writer", "direct"), 1, CHUNK);
        try (Trial trial = context.trial(subject)) {
            fail(trial, settings, new FailNth(nth, inARow, failure), failure + " x " + inARow + " at " + nth);
            if (trial.unfinished()) {
                trial.finish(settings, 1);
            }
            return Outcome.of(trial, settings);
        }
    }

    private static void fail(Trial trial, Settings settings, FailNth failing, String how) {
        try (WireProxy proxy = trial.proxy(failing)) {
            Launched launched =
                    trial.launchWith(trial.importer().withUri(proxy.uri(trial.name())), settings, EVERY_CHUNK);
            boolean completed = trial.completes(launched);
            if (!completed && trial.hasBegun()) {
                trial.violated(Invariant.RIDDEN_THROUGH, "the run failed: " + launched.lastOutput());
            }
            trial.fault(
                    failing.failed().isEmpty()
                            ? "untouched"
                            : how + " " + failing.failed() + (completed ? " survived" : ""));
        }
    }
}
