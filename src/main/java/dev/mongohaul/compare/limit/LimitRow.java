package dev.mongohaul.compare.limit;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.compare.run.Summary;
import org.jspecify.annotations.Nullable;

/**
 * A contender beside the server's limit; null where it failed.
 *
 * @param ratio its median seconds to those of the limit's fastest setting
 * @param stepRatio the same of its step's seconds
 */
record LimitRow(
        @JsonUnwrapped CandidateResult figures,
        @Nullable Double ratio,
        @Nullable Double stepRatio) {

    static LimitRow of(CandidateResult figures, Summary limit) {
        return new LimitRow(figures, ratio(figures.seconds(), limit), ratio(figures.stepSeconds(), limit));
    }

    static @Nullable Double ratio(@Nullable Summary seconds, Summary limit) {
        return seconds == null ? null : seconds.median() / limit.median();
    }
}
