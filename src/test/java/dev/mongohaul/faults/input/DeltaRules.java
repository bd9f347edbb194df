package dev.mongohaul.faults.input;

import org.bson.Document;

/**
 * How mixed operations are executed.
 *
 * @param ordered whether they are executed in the order of the input
 * @param upsert whether an update inserts a missing document
 * @param rejectUnmatched whether a record without a matching document is a reject
 */
public record DeltaRules(boolean ordered, boolean upsert, boolean rejectUnmatched) {

    public static DeltaRules draw(Draw draw) {
        return new DeltaRules(draw.chance(0.3), draw.chance(0.3), draw.chance(0.5));
    }

    /** Returns a document that exists before the import. */
    public static Document documentBefore(long id) {
        return new Document("_id", id)
                .append("amount", 0)
                .append("payload", "before")
                .append("kept", id);
    }
}
