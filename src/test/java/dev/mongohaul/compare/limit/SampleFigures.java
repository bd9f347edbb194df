package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.limit.Candidate.Measurement;
import dev.mongohaul.compare.limit.Rounds.CandidateResult;
import dev.mongohaul.compare.run.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CandidateResult of a thousand documents as if they had been measured. */
final class SampleFigures {

    private SampleFigures() {}

    /** With the CPU seconds of client and server and the memory where there is a step. */
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
