package dev.mongohaul.compare.limit;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.compare.limit.Rounds.CandidateResult;
import dev.mongohaul.compare.run.Summary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison found, in the shape of its JSON.
 *
 * @param suite its name
 * @param job its name
 * @param files that were read
 * @param documents that each contender wrote
 * @param documentBytes of all of them
 * @param rejected records that became no document
 * @param runs how often each was measured
 * @param server version and host
 * @param machine processors, system and Java
 * @param settings a row for each contender
 * @param findings sentences, the first things first
 */
public record LimitResult(
        String suite,
        String job,
        List<String> files,
        long documents,
        long documentBytes,
        long rejected,
        int runs,
        String server,
        String machine,
        List<LimitRow> settings,
        List<String> findings) {

    static List<LimitRow> rows(List<CandidateResult> all) {
        LimitFindings findings = new LimitFindings(all);
        return all.stream()
                .map(figures -> LimitRow.of(figures, findings.limitSeconds()))
                .toList();
    }

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
}
