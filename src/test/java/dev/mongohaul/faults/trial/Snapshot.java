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
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;

/**
 * An input that is the whole truth, and a target that has the same, older and no documents of its records, and others that
 * it lacks. Its documents must be the records afterwards, byte for byte.
 *
 * @param unseen number of documents that the input lacks
 * @param added percentage of the records that the target lacks
 * @param changed percentage of the records of which the target has older documents
 * @param unique whether the input is imported in several partitions
 * @param seed determines which records these are
 */
public record Snapshot(int rows, int unseen, int added, int changed, boolean unique, long seed) implements Subject {

    private static final int PERCENT = 100;
    private static final int NEW = 2;

    public static Snapshot draw(Draw draw, int rows) {
        int added = draw.below(PERCENT);
        return new Snapshot(
                rows, draw.between(1, rows), added, draw.below(PERCENT - added), draw.chance(0.5), draw.seed());
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
                write: { operation: snapshot, max-loss: unlimited%s }
                """.formatted(unique ? ", keys: unique" : "");
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        database.drop();
        database.createCollection("target");
        List<Document> before = new ArrayList<>();
        for (int row = 0; row < rows + unseen; row++) {
            int kind = new Draw(seed + row).below(PERCENT);
            if (row >= rows || kind >= added) {
                before.add(document(row, kind < added + changed ? 1 : NEW));
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
        List<RawBsonDocument> expected = sorted(IntStream.range(0, rows).mapToObj(row -> document(row, NEW)));
        List<RawBsonDocument> found = sorted(StreamSupport.stream(documents.spliterator(), false));
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

    private static List<RawBsonDocument> sorted(Stream<Document> documents) {
        return documents
                .sorted(Comparator.comparing(document -> document.getLong("_id")))
                .map(document -> new RawBsonDocument(document, new DocumentCodec()))
                .toList();
    }

    @Override
    public String toString() {
        return "%d records, %d%% added, %d%% changed, snapshot of %d unseen documents%s"
                .formatted(rows, added, changed, unseen, unique ? ", unique" : "");
    }
}
