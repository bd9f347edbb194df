package dev.mongohaul.repository.run;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportState;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Summary of an import with all its runs.
 *
 * @param number of the import
 * @param runs at least one, oldest first
 * @param plan null if no run prepared the import
 */
public record PastImport(
        long number,
        String job,
        List<PastRun> runs,
        @Nullable PastPlan plan) {

    public PastImport {
        runs = List.copyOf(runs);
    }

    public PastRun first() {
        return runs.get(0);
    }

    public PastRun last() {
        return runs.get(runs.size() - 1);
    }

    /** Returns whether all records are loaded or rejected. */
    public boolean completed() {
        return plan != null && plan.state() == ImportState.COMPLETED;
    }

    /** Returns whether it takes back another import. */
    public boolean isUndo() {
        return plan != null && plan.operation().equals(ImportIdentity.UNDO);
    }

    /** Returns whether its figures can be compared with those of others: it takes back no import, and loads no rejects. */
    public boolean isOfWholeInput() {
        return !isUndo() && (plan == null || !plan.ofRejects());
    }

    public Counts counts() {
        return plan == null ? Counts.NONE : plan.counts();
    }

    /** Returns the duration of all runs, without the time between them. */
    public Duration duration() {
        return sum(PastRun::duration);
    }

    /** Returns the duration of reading and writing, of all runs. */
    public Duration importing() {
        return sum(PastRun::importing);
    }

    private Duration sum(Function<PastRun, Duration> part) {
        return runs.stream().map(part).reduce(Duration.ZERO, Duration::plus);
    }
}
