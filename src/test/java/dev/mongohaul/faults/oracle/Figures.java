package dev.mongohaul.faults.oracle;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The counts of an import in the output of {@code report RUN --format=json}.
 *
 * @param status of the last run
 * @param total of the import
 * @param runs sum of the counts of its runs
 * @param deleted documents that the input of a snapshot lacked
 */
public record Figures(String status, Counted total, Counted runs, long deleted) {

    /** Figures of an import that deletes nothing. */
    public Figures(String status, Counted total, Counted runs) {
        this(status, total, runs, 0);
    }

    /** Numbers of records by result. */
    public record Counted(
            long read, long written, long unchanged, long alreadyThere, long rejected, long unmatched, long filtered) {

        static Counted of(JsonNode counts) {
            return new Counted(
                    counts.get("read").asLong(),
                    counts.get("written").asLong(),
                    counts.get("unchanged").asLong(),
                    counts.get("alreadyThere").asLong(),
                    counts.get("rejected").asLong(),
                    counts.get("unmatched").asLong(),
                    counts.path("filtered").asLong(0));
        }

        Counted plus(Counted other) {
            return new Counted(
                    read + other.read,
                    written + other.written,
                    unchanged + other.unchanged,
                    alreadyThere + other.alreadyThere,
                    rejected + other.rejected,
                    unmatched + other.unmatched,
                    filtered + other.filtered);
        }
    }

    public static Figures parse(String json) {
        JsonNode report = JsonMapper.shared().readTree(json);
        Counted runs = new Counted(0, 0, 0, 0, 0, 0, 0);
        for (JsonNode run : report.get("runDetails")) {
            runs = runs.plus(Counted.of(run.get("runCounts")));
        }
        return new Figures(
                report.get("status").asString(),
                Counted.of(report.get("counts")),
                runs,
                report.path("deletions").path("deleted").asLong(0));
    }

    /** Adds a finding if the figures are not those of an import with these numbers of documents and rejects. */
    void check(Findings findings, long documents, long rejects, boolean generatedIds) {
        String expectedStatus = rejects == 0 ? "completed" : "completed-with-rejects";
        if (!status.equals(expectedStatus)) {
            findings.add(Invariant.HONEST_STATUS, "the report says %s instead of %s", status, expectedStatus);
        }
        boolean honest = total.read() == documents + rejects
                && total.written() + total.unchanged() + total.alreadyThere() == documents
                && total.rejected() == rejects
                && total.unmatched() == 0
                && total.filtered() == 0
                && !(generatedIds && total.alreadyThere() > 0);
        if (!honest) {
            findings.add(
                    Invariant.HONEST_COUNTS,
                    "there are %d documents and %d rejects; the report says %s",
                    documents,
                    rejects,
                    total);
        }
        if (!runs.equals(total)) {
            findings.add(
                    Invariant.HONEST_COUNTS, "the sum of the runs is %s, the total of the import is %s", runs, total);
        }
    }
}
