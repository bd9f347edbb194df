package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.oracle.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;

/**
 * Changes of documents that are there, of which those of one key come twice: version 1 first, and version 2 is what must
 * stay.
 *
 * @param kind of the changes
 * @param keys each from 0 on
 */
public record Changes(Kind kind, int keys) implements Subject {

    /** What the records do. */
    public enum Kind {
        /** Replaces each document twice. */
        REPLACE,
        /** Sets a field of each document twice. */
        UPDATE,
        /** Adds each document, and replaces it. */
        UPSERT,
        /** Removes each document, or changes it, and adds or changes it again. */
        MIXED,
        /** Replaces each document once, in several partitions. */
        REPLACE_ONCE,
        /** Removes each document, in several partitions. */
        DELETE
    }

    /** What the target holds of each document after the import, as long as its client leaves it alone. */
    private static final int LAST = 2;

    public static Changes draw(Draw draw, int keys) {
        return new Changes(draw.oneOf(Kind.values()), keys);
    }

    /** All writers that can make them. */
    public List<String> writers() {
        return switch (kind) {
            case UPSERT -> List.of("direct", "raw", "bulk", "save", "save-all");
            default -> List.of("direct", "raw", "bulk");
        };
    }

    /** The command that writes to the target. */
    public String command() {
        return kind == Kind.DELETE ? "delete" : "update";
    }

    private boolean once() {
        return kind == Kind.REPLACE_ONCE || kind == Kind.DELETE;
    }

    @Override
    public int rows() {
        return once() ? keys : 2 * keys;
    }

    @Override
    public boolean changes() {
        return true;
    }

    @Override
    public void writeInput(Path file) {
        Stream<String> records = once() ? records(LAST) : Stream.concat(records(1), records(LAST));
        try {
            Files.write(file, Stream.concat(Stream.of("id,version,op"), records).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<String> records(int version) {
        return IntStream.range(0, keys)
                .mapToObj(key -> "%d,%d,%s".formatted(key, version, key % 2 == 0 ? "U" : version == 1 ? "D" : "I"));
    }

    @Override
    public String jobFile() {
        String operation = switch (kind) {
            case REPLACE, REPLACE_ONCE -> "operation: replace";
            case UPSERT -> "operation: replace, upsert: true";
            case UPDATE -> "operation: update";
            case MIXED -> "operation: { column: op, values: { I: insert, U: update, D: delete } }";
            case DELETE -> "operation: delete";
        };
        return """
                source: { files: input.csv }
                target: { collection: target, id: [id] }
                fields: { id: { to: _id, type: int64 }, version: int32 }
                unlisted: drop
                write: { %s%s }
                """.formatted(operation, once() ? ", keys: unique" : "");
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        database.drop();
        database.createCollection("target");
        if (kind != Kind.UPSERT) {
            database.getCollection("target").insertMany(documents(0));
        }
    }

    /** A client writes after the import. */
    public void makeLaterVersion(MongoCollection<Document> target) {
        if (kind == Kind.DELETE) {
            target.insertMany(documents(LAST + 1));
        } else {
            target.updateMany(new Document(), Updates.set("version", LAST + 1));
        }
    }

    private List<Document> documents(int version) {
        return IntStream.range(0, keys)
                .mapToObj(key -> new Document("_id", (long) key).append("version", version))
                .toList();
    }

    @Override
    public boolean hasRejects() {
        return false;
    }

    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        List<Violation> violations = new ArrayList<>(checkVersion(documents));
        if (figures.total().read() != rows()
                || figures.total().written() + figures.total().unmatched() != rows()) {
            violations.add(
                    new Violation(Invariant.HONEST_COUNTS, "of %d records told is %s".formatted(rows(), figures)));
        }
        return violations;
    }

    /** Whether the target holds what the import wrote. */
    public List<Violation> checkVersion(Iterable<Document> documents) {
        if (kind != Kind.DELETE) {
            return check(documents, LAST);
        }
        return documents.iterator().hasNext()
                ? List.of(new Violation(Invariant.NOTHING_LOST, "there are documents left"))
                : List.of();
    }

    /** Whether the target holds what the client wrote after the import. */
    public List<Violation> checkLaterVersion(Iterable<Document> documents) {
        return check(documents, LAST + 1);
    }

    private List<Violation> check(Iterable<Document> documents, int version) {
        BitSet found = new BitSet(keys);
        int wrong = 0;
        for (Document document : documents) {
            found.set(document.getLong("_id").intValue());
            wrong += document.getInteger("version") == version ? 0 : 1;
        }
        List<Violation> violations = new ArrayList<>();
        if (wrong > 0) {
            violations.add(new Violation(
                    Invariant.NOTHING_ALTERED, "%d documents are not version %d".formatted(wrong, version)));
        }
        if (found.cardinality() != keys) {
            violations.add(new Violation(
                    Invariant.NOTHING_LOST, "%d of %d documents are there".formatted(found.cardinality(), keys)));
        }
        return violations;
    }

    @Override
    public String toString() {
        return "%d records %s".formatted(rows(), kind);
    }
}
