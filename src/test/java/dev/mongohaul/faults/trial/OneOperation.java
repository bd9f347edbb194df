package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Oracle;
import dev.mongohaul.faults.oracle.Violation;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;

/**
 * Records that are all inserted, or all replace what is there.
 *
 * @param idFromColumn whether {@code _id} is the first cell; generated otherwise
 * @param replace by upserts, into a collection that holds older documents of some records; inserted otherwise
 */
public record OneOperation(Input input, boolean idFromColumn, boolean replace) implements Subject {

    /** Inserts mostly, with generated ids as often as not. */
    public static OneOperation draw(Draw draw, int rows, boolean replacePossible) {
        Input input = Input.draw(draw, rows);
        boolean replace = draw.chance(0.2) && replacePossible;
        return new OneOperation(input, draw.chance(0.5) || replace, replace);
    }

    /** The same with records of every kind. */
    public OneOperation withRejects() {
        return new OneOperation(
                new Input(input.seed(), input.rows(), Input.EVERY_REJECT, input.lineEnd()), idFromColumn, replace);
    }

    @Override
    public String jobFile() {
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
    public int rows() {
        return input.rows();
    }

    @Override
    public boolean changes() {
        return replace;
    }

    @Override
    public void writeInput(Path file) {
        input.write(file);
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        new TargetBefore(this).make(database);
    }

    @Override
    public boolean hasRejects() {
        return input.rejected().findAny().isPresent();
    }

    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        return new Oracle(input, idFromColumn).check(documents, rejects, name, figures);
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
