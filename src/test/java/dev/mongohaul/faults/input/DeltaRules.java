package dev.mongohaul.faults.input;

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
}
