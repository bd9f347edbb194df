package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.Summary;
import org.jspecify.annotations.Nullable;

/**
 * Speed of a case, published and measured; null if it is not known, or if the case failed.
 *
 * @param seconds median and range of the runs
 * @param timesFaster than the first case of the same work
 */
record CaseSpeed(
        @Nullable PublishedFigure published,
        @Nullable Summary seconds,
        @Nullable Long documentsPerSecond,
        @Nullable Double timesFaster) {

    static CaseSpeed of(CaseResult result, @Nullable Summary first) {
        Summary seconds = result.seconds().orElse(null);
        return new CaseSpeed(
                result.benchmark().published(),
                seconds,
                seconds == null ? null : Math.round(result.runs().get(0).documents() / seconds.median()),
                seconds == null || first == null ? null : first.median() / seconds.median());
    }
}
