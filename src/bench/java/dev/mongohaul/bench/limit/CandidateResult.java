package dev.mongohaul.bench.limit;

import dev.mongohaul.compare.run.Summary;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Result of a candidate: medians and the largest memory; null if unknown, or if the candidate failed. */
record CandidateResult(
        String kind,
        String name,
        Map<String, Object> settings,
        @Nullable Summary seconds,
        @Nullable Summary stepSeconds,
        @Nullable Long recordsPerSecond,
        @Nullable Double clientCpuSeconds,
        @Nullable Double serverCpuSeconds,
        @Nullable Long peakResidentBytes,
        @Nullable String failure,
        List<Measurement> runs) {}
