package dev.mongohaul.schedule;

import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.launch.each.FileResults;
import dev.mongohaul.job.setting.EmptyInput;
import dev.mongohaul.repository.run.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a slot, or of a command, whose slot is the time at which it began.
 *
 * @param runId number of the run, if it was run; the most severe one of several
 * @param runIds numbers of all runs of a job that imports each file; empty for other jobs
 * @param reason why it was not run, as text
 */
record SlotOutcome(
        SlotState state,
        @Nullable Long runId,
        List<Long> runIds,
        @Nullable String reason) {

    /** Returns the outcome of one import. */
    static SlotOutcome of(LaunchResult result) {
        return result.nothingToDo()
                ? without(SlotState.NOTHING, "the content was loaded before")
                : ran(result.run().orElseThrow().id());
    }

    /** Returns the outcome of several files: its run is the one with the most severe outcome. */
    static SlotOutcome of(FileResults results, EmptyInput empty) {
        List<Long> runs = results.runs().stream().map(Run::id).toList();
        Long worst = results.worst().map(Run::id).orElse(null);
        return results.obstacles()
                .map(obstacles -> new SlotOutcome(SlotState.REFUSED, worst, runs, obstacles))
                .orElseGet(() -> worst == null ? nothing(empty) : new SlotOutcome(SlotState.RAN, worst, runs, null));
    }

    private static SlotOutcome nothing(EmptyInput empty) {
        return without(
                empty == EmptyInput.OK ? SlotState.NOTHING : SlotState.REFUSED,
                "there was no new file"
                        + (empty == EmptyInput.OK
                                ? ", which the job allows"
                                : "; write empty: ok into the job where that is fine"));
    }

    static SlotOutcome ran(long runId) {
        return new SlotOutcome(SlotState.RAN, runId, List.of(), null);
    }

    /** Returns the outcome of a slot that was not run. */
    static SlotOutcome without(SlotState state, String reason) {
        return new SlotOutcome(state, null, List.of(), reason);
    }

    /** Returns the record of a slot that ended so, and is not stored. */
    SlotRecord of(Slot slot) {
        return new SlotRecord(slot, state, runId, runIds, reason, 0, null);
    }

    String runs() {
        return runIds.size() < 2
                ? " as run " + runId
                : " as %,d runs, run %d with the most severe outcome".formatted(runIds.size(), runId);
    }
}
