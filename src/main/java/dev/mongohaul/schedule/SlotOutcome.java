package dev.mongohaul.schedule;

import dev.mongohaul.job.launch.each.NothingToDo;
import dev.mongohaul.job.launch.each.StartResult;
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
        @Nullable String reason,
        boolean unread) {

    SlotOutcome(SlotState state, @Nullable Long runId, List<Long> runIds, @Nullable String reason) {
        this(state, runId, runIds, reason, false);
    }

    /** Returns the outcome of a slot that did not begin because the file of its job cannot be read. */
    static SlotOutcome unread(String reason) {
        return new SlotOutcome(SlotState.REFUSED, null, List.of(), reason, true);
    }

    /** @param empty what the job says about an input without a new file or record */
    static SlotOutcome of(StartResult result, EmptyInput empty) {
        NothingToDo nothing = result.nothing();
        if (nothing == null) {
            return new SlotOutcome(
                    result.left() == null ? SlotState.RAN : SlotState.REFUSED,
                    result.worst().map(Run::id).orElse(null),
                    result.each() ? result.runs().stream().map(Run::id).toList() : List.of(),
                    result.left());
        }
        if (!result.each()) {
            return without(SlotState.NOTHING, nothing.reason());
        }
        return empty == EmptyInput.OK
                ? without(SlotState.NOTHING, nothing.reason() + ", which the job allows")
                : without(SlotState.REFUSED, nothing.reason() + "; write empty: ok into the job where that is fine");
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
