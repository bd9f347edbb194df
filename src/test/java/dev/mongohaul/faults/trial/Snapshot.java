package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.oracle.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.Document;

/**
 * An input that is the whole truth, and a target that has the same, older and no documents of its records, and others that
 * it lacks. Each must be one of its records afterwards.
 *
 * @param unseen number of documents that the input lacks
 * @param unique whether the input is imported in several partitions
 */
public record Snapshot(int rows, int unseen, boolean unique) implements Subject {

    private static final int NEW = 2;

    public static Snapshot draw(Draw draw, int rows) {
        return new Snapshot(rows, draw.between(1, rows), draw.chance(0.5));
    }

    /** The order of the records is not the order of the ids. */
    private long id(int row) {
        return (long) row * 7919 % (rows + unseen);
    }

    @Override
    public boolean changes() {
        return true;
    }

    @Override
    public void writeInput(Path file) {
        Stream<String> records = IntStream.range(0, rows).mapToObj(row -> "%d,%d,text".formatted(id(row), NEW));
        try {
            Files.write(
                    file, Stream.concat(Stream.of("id,version,text"), records).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String jobFile() {
        return """
                source: { files: input.csv }
                target: { collection: target, id: [id] }
                fields: { id: { to: _id, type: int64 }, version: int32 }
                write: { operation: snapshot%s }
                snapshot: { max-deletes: unlimited }
                """.formatted(unique ? ", keys: unique" : "");
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        database.drop();
        database.createCollection("target");
        List<Document> before = new ArrayList<>();
        for (int row = 0; row < rows + unseen; row++) {
            if (row >= rows || row % 3 > 0) {
                before.add(document(row, row % 3));
            }
        }
        database.getCollection("target").insertMany(before);
    }

    private Document document(int row, int version) {
        return new Document("_id", id(row)).append("version", version).append("text", "text");
    }

    @Override
    public boolean hasRejects() {
        return false;
    }

    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        List<Violation> violations = new ArrayList<>();
        List<Document> expected = IntStream.range(0, rows)
                .mapToObj(row -> document(row, NEW))
                .sorted((one, other) -> Long.compare(one.getLong("_id"), other.getLong("_id")))
                .toList();
        List<Document> found = StreamSupport.stream(documents.spliterator(), false)
                .sorted((one, other) -> Long.compare(one.getLong("_id"), other.getLong("_id")))
                .toList();
        if (!found.equals(expected)) {
            violations.add(new Violation(
                    Invariant.NOTHING_ALTERED,
                    "%d documents are not the %d of the input".formatted(found.size(), rows)));
        }
        if (figures.deleted() != unseen) {
            violations.add(new Violation(
                    Invariant.HONEST_COUNTS,
                    "%d documents were to be deleted; the report says %s".formatted(unseen, figures)));
        }
        return violations;
    }

    @Override
    public String toString() {
        return "%d records, snapshot of %d documents%s".formatted(rows, rows + unseen, unique ? ", unique" : "");
    }
}
