package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.Summary;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs of one case, or why it was left out. The warm-up is also the run to report if it took too long to repeat. */
record CaseResult(
        BenchmarkCase benchmark,
        @Nullable CaseRun warmUp,
        List<CaseRun> runs,
        @Nullable String failure) {

    public CaseResult {
        runs = List.copyOf(runs);
    }

    /** Returns the seconds of the runs; empty if the case failed. */
    public Optional<Summary> seconds() {
        return Summary.of(runs, CaseRun::seconds);
    }

    /** Returns whether the warm-up is the run to report. */
    public boolean once() {
        return warmUp != null && runs.equals(List.of(warmUp));
    }
}
