package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
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
 * An input that changes existing documents. In most kinds it has two records per key: version 1 first, then version 2,
 * which must be stored after the import.
 *
 * @param kind of the changes
 * @param keys number of keys, from 0
 * @param compare whether half of the documents are of version 2 before the import, so that chunks are compared
 */
public record Changes(Kind kind, int keys, boolean compare) implements Subject {

    /** The operations of the records. */
    public enum Kind {
        /** Replaces each document twice. */
        REPLACE,
        /** Sets a field of each document twice. */
        UPDATE,
        /** Inserts each document, and replaces it. */
        UPSERT,
        /** Deletes and inserts the documents with odd keys; updates the others twice. */
        MIXED,
        /** Replaces each document once, in several partitions. */
        REPLACE_ONCE,
        /** Deletes each document, in several partitions. */
        DELETE
    }

    /** The version of each document after the import, if no client changes it. */
    private static final int LAST = 2;

    /** Draws the kind of the changes. Deletes cannot be compared. */
    public static Changes draw(Draw draw, int keys, boolean compare) {
        List<Kind> kinds = Stream.of(Kind.values())
                .filter(kind -> !compare || kind != Kind.DELETE)
                .toList();
        return new Changes(draw.oneOf(kinds), keys, compare);
    }

    /** Returns changes that add each document first. */
    public static Changes adding(int keys) {
        return new Changes(Kind.UPSERT, keys, false);
    }

    /** Returns the writers that support the operations. */
    public List<String> writers() {
        return switch (kind) {
            case UPSERT -> List.of("direct", "raw", "bulk", "save", "save-all");
            default -> List.of("direct", "raw", "bulk");
        };
    }

    /** Returns the commands by which a writer writes to the target. */
    public List<String> commands(String writer) {
        if (kind == Kind.UPSERT && !writer.startsWith("save")) {
            return List.of("insert", "update");
        }
        return List.of(kind == Kind.DELETE ? "delete" : "update");
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
            case UPSERT -> "operation: upsert";
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
            if (compare) {
                database.getCollection("target").updateMany(Filters.mod("_id", 2, 0), Updates.set("version", LAST));
            }
        }
    }

    /** Writes a newer version of each document, as a client does after the import. */
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
                || figures.total().written()
                                + figures.total().unchanged()
                                + figures.total().unmatched()
                        != rows()) {
            violations.add(new Violation(
                    Invariant.HONEST_COUNTS,
                    "the input has %d records; the report says %s".formatted(rows(), figures)));
        }
        return violations;
    }

    /** Returns violations if the target does not have the result of the import. */
    public List<Violation> checkVersion(Iterable<Document> documents) {
        if (kind != Kind.DELETE) {
            return check(documents, LAST);
        }
        return documents.iterator().hasNext()
                ? List.of(new Violation(Invariant.NOTHING_LOST, "documents were not deleted"))
                : List.of();
    }

    /** Returns violations if the target does not have the version that the client wrote after the import. */
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
                    Invariant.NOTHING_LOST, "the target has %d of %d documents".formatted(found.cardinality(), keys)));
        }
        return violations;
    }

    @Override
    public String toString() {
        return "%d records %s%s".formatted(rows(), kind, compare ? " compare" : "");
    }
}
