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
 * An input whose records are all inserted, or all replaced.
 *
 * @param idFromColumn whether {@code _id} is the first cell; if not, it is generated
 * @param replace whether records are replaced with upsert, in a collection that has older documents of some of them; if
 *     not, they are inserted
 */
public record OneOperation(Input input, boolean idFromColumn, boolean replace) implements Subject {

    /** Draws inserts in most cases, with a generated {@code _id} in half of them. */
    public static OneOperation draw(Draw draw, int rows, boolean replacePossible) {
        Input input = Input.draw(draw, rows);
        boolean replace = draw.chance(0.2) && replacePossible;
        return new OneOperation(input, draw.chance(0.5) || replace, replace);
    }

    /** Returns the same subject with rejects of every kind. */
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

    /** Returns whether the target has an older document of the record before the import. */
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
