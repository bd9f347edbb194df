package dev.mongohaul.faults.oracle;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code report RUN --format=json} tells of an import.
 *
 * @param status of its last run
 * @param total over all its tries
 * @param tries the counts of its tries, added up
 */
public record Figures(String status, Counted total, Counted tries) {

    /** Records by what became of them. */
    public record Counted(long read, long written, long alreadyThere, long rejected, long unmatched) {

        static Counted of(JsonNode counts) {
            return new Counted(
                    counts.get("read").asLong(),
                    counts.get("written").asLong(),
                    counts.get("alreadyThere").asLong(),
                    counts.get("rejected").asLong(),
                    counts.get("unmatched").asLong());
        }

        Counted plus(Counted other) {
            return new Counted(
                    read + other.read,
                    written + other.written,
                    alreadyThere + other.alreadyThere,
                    rejected + other.rejected,
                    unmatched + other.unmatched);
        }
    }

    public static Figures parse(String json) {
        JsonNode report = JsonMapper.shared().readTree(json);
        Counted tries = new Counted(0, 0, 0, 0, 0);
        for (JsonNode run : report.get("tries")) {
            tries = tries.plus(Counted.of(run.get("counts")));
        }
        return new Figures(report.get("status").asString(), Counted.of(report.get("total")), tries);
    }

    /** Returns the figures of an import with these numbers of documents and rejects. */
    void check(Findings findings, long documents, long rejects, boolean generatedIds) {
        String expectedStatus = rejects == 0 ? "completed" : "completed-with-rejects";
        if (!status.equals(expectedStatus)) {
            findings.add(Invariant.HONEST_STATUS, "the report says %s, which is %s", status, expectedStatus);
        }
        boolean honest = total.read() == documents + rejects
                && total.written() + total.alreadyThere() == documents
                && total.rejected() == rejects
                && total.unmatched() == 0
                && !(generatedIds && total.alreadyThere() > 0);
        if (!honest) {
            findings.add(
                    Invariant.HONEST_COUNTS,
                    "there are %d documents and %d rejects; told is %s",
                    documents,
                    rejects,
                    total);
        }
        if (!tries.equals(total)) {
            findings.add(Invariant.HONEST_COUNTS, "tries add up to %s, the import to %s", tries, total);
        }
    }
}
