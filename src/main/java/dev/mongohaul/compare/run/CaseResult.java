package dev.mongohaul.compare.run;

import dev.mongohaul.compare.suite.BenchmarkCase;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that was measured of one cell.
 *
 * @param warmUp the run before all others, in which commands were counted
 * @param runs those that are told; where the first took too long for more, it alone
 * @param failure why it was left out
 */
public record CaseResult(
        BenchmarkCase cell,
        @Nullable CaseRun warmUp,
        List<CaseRun> runs,
        @Nullable String failure) {

    public CaseResult {
        runs = List.copyOf(runs);
    }

    /** Empty where it failed. */
    public Optional<Summary> seconds() {
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Summary.of(runs.stream().mapToDouble(CaseRun::seconds).toArray()));
    }

    /** Whether the run that counts commands had to be the one that is told. */
    public boolean once() {
        return warmUp != null && runs.equals(List.of(warmUp));
    }
}
