package dev.mongohaul.repository;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One import over all its tries.
 *
 * @param number the jobInstanceId
 * @param tries at least one, the first first
 * @param plan null where no try came so far as to prepare one
 */
public record PastImport(
        long number,
        String job,
        List<PastRun> tries,
        @Nullable PastPlan plan) {

    public PastImport {
        tries = List.copyOf(tries);
    }

    public PastRun first() {
        return tries.get(0);
    }

    public PastRun last() {
        return tries.get(tries.size() - 1);
    }

    /** Whether everything is loaded, but for what was given up. */
    public boolean completed() {
        return plan != null && plan.state() == ImportPlan.State.COMPLETED;
    }

    public Counts counts() {
        return plan == null ? Counts.NONE : plan.counts();
    }

    /** All tries together, without the time between them. */
    public Duration duration() {
        return sum(PastRun::duration);
    }

    /** How long records were read and written, in all tries together. */
    public Duration importing() {
        return sum(PastRun::importing);
    }

    private Duration sum(Function<PastRun, Duration> part) {
        return tries.stream().map(part).reduce(Duration.ZERO, Duration::plus);
    }
}
