package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.limit.LimitComparison.Candidate.Measurement;
import dev.mongohaul.compare.limit.LimitResult.CandidateResult;
import dev.mongohaul.compare.run.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Invented results of a thousand documents. */
final class SampleFigures {

    private SampleFigures() {}

    /** Returns a result, with CPU seconds and memory if the step is given. */
    static CandidateResult of(String kind, String name, @Nullable Double step, double... seconds) {
        Summary spread = Summary.of(seconds);
        return new CandidateResult(
                kind,
                name,
                Map.of(),
                spread,
                step == null ? null : Summary.of(step),
                Math.round(1000 / spread.median()),
                step == null ? null : 1.5,
                step == null ? null : 2.5,
                step == null ? null : 250_000_000L,
                null,
                Arrays.stream(seconds)
                        .mapToObj(each -> new Measurement(each, step, null, null, null))
                        .toList());
    }

    static CandidateResult failed(String kind, String name, String reason) {
        return new CandidateResult(kind, name, Map.of(), null, null, null, null, null, null, reason, List.of());
    }
}
