package dev.mongohaul.faults.trial;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.input.Input;

/**
 * What is imported, which no launch of it may change.
 *
 * @param idFromColumn whether {@code _id} is the first cell; generated otherwise
 * @param replace by upserts, into a collection that holds older documents of some records; inserted otherwise
 */
public record Subject(Input input, boolean idFromColumn, boolean replace) {

    /** Inserts mostly, with generated ids as often as not. */
    public static Subject draw(Draw draw, int rows, boolean replacePossible) {
        Input input = Input.draw(draw, rows);
        boolean replace = draw.chance(0.2) && replacePossible;
        return new Subject(input, draw.chance(0.5) || replace, replace);
    }

    /** The same with records of every kind. */
    public Subject withRejects() {
        return new Subject(
                new Input(input.seed(), input.rows(), Input.EVERY_REJECT, input.lineEnd()), idFromColumn, replace);
    }

    String jobFile() {
        return """
                source: { files: input.csv }
                target: { collection: target%s }
                fields: { id: int64, amount: int32 }
                write: { operation: %s }
                rejects: { limit: unlimited }
                """.formatted(idFromColumn ? ", id: [id]" : "", replace ? "replace, upsert: true" : "insert");
    }

    /** Whether an older document of the record is there before a replacing import. */
    boolean hasOlder(int id) {
        return replace && id % 3 == 0;
    }

    @Override
    public String toString() {
        return "%d rows %s %s %s"
                .formatted(
                        input.rows(),
                        idFromColumn ? "id-column" : "id-generated",
                        replace ? "replace" : "insert",
                        input.rejects().isEmpty() ? "all-good" : "with-rejects");
    }
}
