package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoCollection;
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
 * @param compare whether the collection has equal documents of most of them, so that chunks are compared
 * @param first whether the collection has no documents of them
 * @param update whether records are updated in place of replaced
 */
public record OneOperation(
        Input input, boolean idFromColumn, boolean replace, boolean compare, boolean first, boolean update)
        implements Subject {

    /** Draws inserts in most cases, with a generated {@code _id} in half of them. */
    public static OneOperation draw(Draw draw, int rows, boolean replacePossible) {
        Input input = Input.draw(draw, rows);
        boolean replace = draw.chance(0.2) && replacePossible;
        return new OneOperation(input, draw.chance(0.5) || replace, replace, false);
    }

    /** Returns the subject of replacements that are compared. */
    public static OneOperation compared(Input input) {
        return new OneOperation(input, true, true, true, false, false);
    }

    /** Inserts all records, or replaces them. */
    public OneOperation(Input input, boolean idFromColumn, boolean replace, boolean compare) {
        this(input, idFromColumn, replace, compare, false, false);
    }

    /** Returns the subject of replacements, or updates, that add all documents, or two of three. */
    public static OneOperation adding(Draw draw, Input input) {
        return new OneOperation(input, true, true, false, draw.chance(0.5), draw.chance(0.3));
    }

    /** Returns the same subject with rejects of every kind. */
    public OneOperation withRejects() {
        return new OneOperation(
                new Input(input.seed(), input.rows(), Input.EVERY_REJECT, input.lineEnd()),
                idFromColumn,
                replace,
                compare,
                first,
                update);
    }

    @Override
    public String jobFile() {
        return """
                source: { files: input.csv }
                target: { collection: target%s }
                fields: { id: int64, amount: int32 }
                write: { operation: %s%s }
                rejects: { limit: unlimited }
                """.formatted(
                        idFromColumn ? ", id: [id]" : "",
                        update ? "merge" : replace ? "upsert" : "insert",
                        first ? ", keys: unique" : "");
    }

    /** Returns whether the target has an older document of the record before the import. */
    boolean hasOlder(int id) {
        return replace && !first && id % 3 == 0;
    }

    /** Returns an older document of a record. */
    public Document older(int id) {
        return TargetBefore.older(input.row(id));
    }

    /** Returns whether the target has the document of the record before the import. */
    boolean hasSame(int id) {
        return compare && id % 3 != 0 && id % 12 != 1;
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
    public void writeAhead(MongoCollection<Document> target) {
        if (compare) {
            new TargetBefore(this).makeNewer(target);
        }
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
                        compare
                                ? "compare"
                                : (first ? "first " : "") + (update ? "update" : replace ? "replace" : "insert"),
                        input.rejects().isEmpty() ? "all-good" : "with-rejects");
    }
}
