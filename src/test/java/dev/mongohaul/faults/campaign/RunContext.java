package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.server.TestReplicaSet;
import dev.mongohaul.faults.trial.Clustered;
import dev.mongohaul.faults.trial.Delta;
import dev.mongohaul.faults.trial.OneOperation;
import dev.mongohaul.faults.trial.Processed;
import dev.mongohaul.faults.trial.Snapshot;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Swapped;
import dev.mongohaul.faults.trial.Trial;
import java.util.List;

/**
 * The parameters of one run, and the servers it uses.
 *
 * @param campaign name of the campaign, with its suffix
 * @param seed of the run
 * @param rows number of records in the input; 0 selects the campaign's default
 */
public record RunContext(String campaign, long seed, TestReplicaSet server, int rows) {

    /**
     * Draws what is imported: mixed operations if the campaign's name has the suffix {@code -delta}, replacements of
     * which many change nothing if it has the suffix {@code -compare}, replacements of which most add documents if it has
     * the suffix {@code -new}, inserts that replace the target if it has the suffix {@code -swap}, the whole truth if it
     * has the suffix {@code -snapshot}, records that a processor changes if it has the suffix {@code -processed}. With
     * {@code -clustered}, the target is
     * clustered.
     */
    Subject subject(Draw draw, int usualRows, boolean changesPossible) {
        int count = rowsOr(usualRows);
        if (isDelta()) {
            return onTarget(Delta.draw(draw, count));
        }
        if (swaps()) {
            return Swapped.of(OneOperation.draw(draw, count, false));
        }
        if (isSnapshot()) {
            return onTarget(Snapshot.draw(draw, count));
        }
        if (operations().endsWith(Campaigns.PROCESSED)) {
            return onTarget(Processed.draw(draw, count));
        }
        if (adds()) {
            return onTarget(OneOperation.adding(draw, Input.draw(draw, count)));
        }
        return onTarget(
                compares()
                        ? OneOperation.compared(Input.draw(draw, count))
                        : OneOperation.draw(draw, count, changesPossible));
    }

    /** Returns the subject with the target that the campaign's name asks for. */
    Subject onTarget(Subject subject) {
        return campaign.endsWith(Campaigns.CLUSTERED) ? new Clustered(subject) : subject;
    }

    /** Returns the campaign's name without the suffix of its target. */
    private String operations() {
        return campaign.replaceFirst(Campaigns.CLUSTERED + "$", "");
    }

    /** Returns whether the campaign's name asks for changes of existing documents. */
    boolean changes() {
        return isDelta() || isSnapshot() || compares() || adds();
    }

    private boolean isDelta() {
        return operations().endsWith(Campaigns.DELTA);
    }

    boolean swaps() {
        return operations().endsWith(Campaigns.SWAP);
    }

    private boolean isSnapshot() {
        return operations().endsWith(Campaigns.SNAPSHOT);
    }

    boolean adds() {
        return operations().endsWith(Campaigns.NEW);
    }

    boolean compares() {
        return operations().endsWith(Campaigns.COMPARE);
    }

    Trial trial(Subject subject) {
        return new Trial(campaign + "-" + seed, server, subject);
    }

    /** Returns the choices in turn for consecutive seeds. */
    <T> T nextOf(List<T> choices) {
        return choices.get(Math.floorMod(seed, choices.size()));
    }

    int rowsOr(int usual) {
        return rows == 0 ? usual : rows;
    }
}
