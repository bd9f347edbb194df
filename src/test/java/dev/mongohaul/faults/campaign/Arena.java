package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.server.TestReplicaSet;
import dev.mongohaul.faults.trial.Delta;
import dev.mongohaul.faults.trial.OneOperation;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import java.util.List;

/**
 * Where a run takes place.
 *
 * @param campaign its name
 * @param seed of the run
 * @param rows of the input; a campaign takes its own number where this is 0
 */
public record Arena(String campaign, long seed, TestReplicaSet server, int rows) {

    /** What is imported: of a campaign whose name says so, operations of several kinds. */
    Subject subject(Draw draw, int usualRows, boolean changesPossible) {
        return ofDelta()
                ? Delta.draw(draw, rowsOr(usualRows))
                : OneOperation.draw(draw, rowsOr(usualRows), changesPossible);
    }

    boolean ofDelta() {
        return campaign.endsWith(Campaigns.OF_DELTA);
    }

    Trial trial(Subject subject) {
        return new Trial(campaign + "-" + seed, server, subject);
    }

    /** Each in its turn, as seeds count up. */
    <T> T nextOf(List<T> choices) {
        return choices.get(Math.floorMod(seed, choices.size()));
    }

    int rowsOr(int usual) {
        return rows == 0 ? usual : rows;
    }
}
