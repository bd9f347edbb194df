package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.oracle.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.bson.Document;

/** Records of the same keys in several versions, each of which replaces the one before. */
public final class Versions implements Subject {

    private final int rows;
    private int version = 1;

    public Versions(int rows) {
        this.rows = rows;
    }

    /** Writes the next version of the input, which the next import replaces the documents by. */
    public void next(Path folder) {
        version++;
        writeInput(folder.resolve("input.csv"));
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public boolean changes() {
        return true;
    }

    @Override
    public void writeInput(Path file) {
        try {
            Files.writeString(
                    file,
                    IntStream.range(0, rows)
                            .mapToObj(id -> "%d,%d,some more text of the record %d".formatted(id, version, id))
                            .collect(Collectors.joining("\n", "id,version,text\n", "\n")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String jobFile() {
        return """
                source: { files: input.csv }
                target: { collection: target, id: [id] }
                fields: { id: int32, version: int32 }
                write: { operation: upsert, keys: unique }
                """;
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        database.drop();
        database.createCollection("target");
    }

    @Override
    public boolean hasRejects() {
        return false;
    }

    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        List<Document> found =
                StreamSupport.stream(documents.spliterator(), false).toList();
        long wrong = found.stream()
                .filter(document -> document.getInteger("version") != version)
                .count();
        return wrong == 0 && found.size() == rows
                ? List.of()
                : List.of(new Violation(
                        Invariant.NOTHING_ALTERED,
                        "%d documents, of which %d are not of version %d".formatted(found.size(), wrong, version)));
    }

    @Override
    public String toString() {
        return rows + " rows, version " + version;
    }
}
