package dev.mongohaul.faults.input;

import org.bson.Document;

/**
 * How a delta is carried out.
 *
 * @param ordered in the order of the input, or regrouped
 * @param upsert whether an update adds what it does not find
 * @param rejectUnmatched whether what finds nothing is a reject
 */
public record DeltaRules(boolean ordered, boolean upsert, boolean rejectUnmatched) {

    public static DeltaRules draw(Draw draw) {
        return new DeltaRules(draw.chance(0.3), draw.chance(0.3), draw.chance(0.5));
    }

    /** A document that is there before. */
    public static Document documentBefore(long id) {
        return new Document("_id", id)
                .append("amount", 0)
                .append("payload", "before")
                .append("kept", id);
    }
}
