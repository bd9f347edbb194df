package dev.mongohaul.compare.limit;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.compare.limit.Rounds.CandidateResult;
import dev.mongohaul.compare.run.Summary;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Result of a comparison with the server's limit, in the shape of its JSON.
 *
 * @param suite always {@code limit}
 * @param documents that each candidate wrote
 * @param documentBytes of all documents
 * @param rejected records
 * @param runs of each candidate
 * @param server version and host
 * @param machine processors, system and Java
 * @param settings a row for each candidate
 * @param findings sentences
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

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Returns the result as one JSON object. */
    public String json() {
        return JSON.writeValueAsString(this);
    }

    static List<LimitRow> rows(List<CandidateResult> all) {
        LimitFindings findings = new LimitFindings(all);
        return all.stream()
                .map(figures -> LimitRow.of(figures, findings.limitSeconds()))
                .toList();
    }

    /**
     * Candidate compared with the server's limit; ratios are null if it failed.
     *
     * @param ratio of the median seconds to those of the limit's fastest setting
     * @param stepRatio the same for the seconds of the step
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
