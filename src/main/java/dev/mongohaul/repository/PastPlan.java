package dev.mongohaul.repository;

import java.util.List;
import org.bson.Document;

/**
 * What is kept of an import's plan, with its pieces added up by the server.
 *
 * @param target namespace
 * @param operation insert, replace, …
 * @param file the first of its input
 * @param files how many there are
 * @param counts what became of all records, over all tries
 */
public record PastPlan(ImportPlan.State state, String target, String operation, String file, int files, Counts counts) {

    /** Shapes a plan's document for {@link #of}. */
    static Document projection() {
        return new Document("jobInstanceId", 1)
                .append("state", 1)
                .append("target", "$identity.target")
                .append("operation", "$identity.operation")
                .append("file", new Document("$arrayElemAt", List.of("$inputs.path", 0)))
                .append("files", new Document("$size", "$inputs"))
                .append(
                        "counts",
                        List.of(
                                sum("read"),
                                sum("written"),
                                sum("alreadyThere"),
                                sum("rejected"),
                                sum("unmatched"),
                                sum("cells.dropped"),
                                sum("cells.padded")));
    }

    private static Document sum(String count) {
        return new Document("$sum", "$pieces.counts." + count);
    }

    static PastPlan of(Document plan) {
        List<Number> counts = plan.getList("counts", Number.class);
        return new PastPlan(
                ImportPlan.State.valueOf(plan.getString("state")),
                plan.getString("target"),
                plan.getString("operation"),
                plan.getString("file"),
                plan.getInteger("files"),
                new Counts(
                        counts.get(0).longValue(),
                        counts.get(1).longValue(),
                        counts.get(2).longValue(),
                        counts.get(3).longValue(),
                        counts.get(4).longValue(),
                        new Counts.Cells(
                                counts.get(5).longValue(), counts.get(6).longValue())));
    }
}
