package dev.mongohaul.compare.limit;

import java.util.List;

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
}
