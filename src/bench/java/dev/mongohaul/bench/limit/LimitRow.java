package dev.mongohaul.bench.limit;

import org.jspecify.annotations.Nullable;

/** Candidate with the ratios of its median seconds to those of the fastest limit; null if it failed. */
record LimitRow(
        CandidateResult figures,
        @Nullable Double ratio,
        @Nullable Double stepRatio) {}
