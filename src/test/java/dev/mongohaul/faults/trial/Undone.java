package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;

/**
 * An import that is taken back. The target has as many documents as the input has records, with the ids from 0; the input
 * has the ids of the second half of them, and as many new ones. One document in four is as the input has it.
 *
 * @param kind of the import
 */
public record Undone(Kind kind, int rows) implements Subject {

    private static final int VERSION = 2;
    private static final String SHOWN = "shown";

    /** The imports that can be undone. */
    public enum Kind {
        /** Ids are generated, and nothing is kept. */
        INSERT("insert", ""),
        /** Ids are generated, and hashes are kept. */
        INSERT_HASHED("insert", "undo: 7d"),
        /** Half of the records are rejects, since others have their ids. */
        INSERT_IDS("insert, keys: unique", "undo: 7d"),
        /** Half of the records are there, and are left out. */
        ADD("add, keys: unique", "undo: 7d"),
        REPLACE("upsert, keys: unique", "undo: 1d"),
        UPDATE("merge, keys: unique", "undo: 1d"),
        /** One partition, in the order of the input. */
        DELETE("delete", "undo: 1d"),
        SNAPSHOT("snapshot, keys: unique, max-loss: unlimited", "undo: 1d"),
        MIXED("{ column: op, values: { I: insert, U: update, D: delete } }", "undo: 1d"),
        VIEW("swap, max-loss: unlimited", "swap: { by: view }");

        private final String operation;
        private final String settings;

        Kind(String operation, String settings) {
            this.operation = operation;
            this.settings = settings;
        }

        private boolean generatesIds() {
            return this == INSERT || this == INSERT_HASHED || this == VIEW;
        }

        /** Returns whether a repeated undo finds documents that the server inserts after the undo. */
        public boolean findsLateDocuments() {
            return !addsIds();
        }

        private boolean addsIds() {
            return this == INSERT_IDS || this == ADD;
        }

        /** Returns whether documents that were changed after the import are noticed. */
        public boolean sparesChanged() {
            return this != INSERT && this != VIEW;
        }
    }

    /** The order of the records is not the order of the ids. */
    private int id(int row) {
        return rows / 2 + (int) ((long) row * 7919 % rows);
    }

    private boolean isThere(int id) {
        return id < rows;
    }

    private String operation(int id) {
        return isThere(id) ? id % 3 == 0 ? "D" : "U" : "I";
    }

    @Override
    public boolean changes() {
        return kind != Kind.INSERT && kind != Kind.VIEW;
    }

    @Override
    public void writeInput(Path file) {
        Stream<String> records = IntStream.range(0, rows)
                .map(this::id)
                .mapToObj(id -> "%d,%d,the text of a record,%s".formatted(id, VERSION, operation(id)));
        try {
            Files.write(
                    file,
                    Stream.concat(Stream.of("id,version,text,op"), records).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String jobFile() {
        return """
                {
                  source: { files: input.csv },
                  target: { collection: target%s },
                  fields: { id: { type: int32%s }, version: int32, text: string },
                  unlisted: drop,
                  rejects: { limit: unlimited },
                  write: { operation: %s },
                  %s
                }
                """.formatted(
                        kind.generatesIds() ? "" : ", id: [id]",
                        kind.generatesIds() ? "" : ", to: _id",
                        kind.operation,
                        kind.settings);
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        database.drop();
        String collection = kind == Kind.VIEW ? SHOWN : "target";
        database.getCollection(collection)
                .insertMany(IntStream.range(0, rows).mapToObj(this::before).toList());
        if (kind == Kind.VIEW) {
            database.createView("target", SHOWN, List.of());
        }
    }

    private Document before(int id) {
        Document document = new Document("_id", id);
        return id % 4 == 0
                ? document.append("version", VERSION).append("text", "the text of a record")
                : document.append("version", 0).append("kept", id);
    }

    /** Returns the documents of the target by their ids. */
    public static Map<Object, RawBsonDocument> dump(MongoDatabase database) {
        return byId(database.getCollection("target", RawBsonDocument.class).find());
    }

    private static Map<Object, RawBsonDocument> byId(Iterable<RawBsonDocument> documents) {
        return StreamSupport.stream(documents.spliterator(), false)
                .collect(Collectors.toMap(document -> document.get("_id"), Function.identity()));
    }

    /** Changes some documents that the import wrote, or inserts some that it deleted. Returns the results by their ids. */
    public Map<Object, RawBsonDocument> change(MongoDatabase database, Draw draw) {
        MongoCollection<Document> target = database.getCollection("target");
        String key = kind.generatesIds() ? "id" : "_id";
        for (int count = draw.between(1, 20); count > 0; count--) {
            int id = id(draw.below(rows));
            boolean written = kind.generatesIds()
                    || (kind.addsIds() ? !isThere(id) : kind == Kind.DELETE ? isThere(id) : id % 4 > 0);
            if (written) {
                target.updateOne(Filters.eq(key, id), Updates.set("mine", count), new UpdateOptions().upsert(true));
            }
        }
        return byId(database.getCollection("target", RawBsonDocument.class).find(Filters.exists("mine")));
    }

    /**
     * Returns violations if the target does not have the documents that it had before the import, except those that were
     * changed since, or if these are not listed.
     */
    public List<Violation> checkUndone(
            MongoDatabase database,
            Map<Object, RawBsonDocument> before,
            Map<Object, RawBsonDocument> changed,
            Path rejects) {
        List<Violation> violations = new ArrayList<>();
        Map<Object, RawBsonDocument> expected = new HashMap<>(before);
        expected.putAll(changed);
        Map<Object, RawBsonDocument> found = dump(database);
        Set<Object> different = new TreeSet<>(Comparator.comparing(Object::toString));
        Stream.concat(expected.keySet().stream(), found.keySet().stream())
                .filter(id -> !Objects.equals(expected.get(id), found.get(id)))
                .forEach(different::add);
        if (!different.isEmpty()) {
            violations.add(new Violation(
                    Invariant.NOTHING_ALTERED,
                    "%d documents are not as before, such as %s"
                            .formatted(different.size(), different.iterator().next())));
        }
        if (!listed(rejects).equals(changed.keySet())) {
            violations.add(new Violation(
                    Invariant.HONEST_COUNTS,
                    "%d documents were changed, %d are listed"
                            .formatted(changed.size(), listed(rejects).size())));
        }
        if (changed.isEmpty()
                && database.getCollection("mongohaul_pre_images").find().first() != null) {
            violations.add(new Violation(Invariant.NO_LEAK, "pre-images are left"));
        }
        return violations;
    }

    private static Set<Object> listed(Path rejects) {
        try (Stream<Path> files = Files.exists(rejects) ? Files.list(rejects) : Stream.empty()) {
            return files.filter(file -> file.toString().endsWith(".held.jsonl"))
                    .flatMap(Undone::lines)
                    .map(line -> BsonDocument.parse(line).get("_id"))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean hasRejects() {
        return kind == Kind.INSERT_IDS;
    }

    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        return checkImported(documents);
    }

    /** Returns violations if the target does not have the result of the import. */
    public List<Violation> checkImported(Iterable<Document> documents) {
        String key = kind.generatesIds() ? "id" : "_id";
        Set<Integer> imported = new HashSet<>();
        int others = 0;
        for (Document document : documents) {
            Integer id = document.getInteger(key);
            boolean isImported = id != null && id >= rows / 2 && document.getInteger("version") == VERSION;
            others += isImported && imported.add(id) ? 0 : 1;
        }
        int expected = (int)
                IntStream.range(0, rows).filter(row -> isImported(id(row))).count();
        return imported.size() == expected && others == others()
                ? List.of()
                : List.of(new Violation(
                        Invariant.NOTHING_LOST,
                        "%d documents of %d are imported, and there are %d others, not %d"
                                .formatted(imported.size(), expected, others, others())));
    }

    /** Returns whether the target has the document of a record after the import. */
    private boolean isImported(int id) {
        return switch (kind) {
            case INSERT_IDS, ADD -> !isThere(id) || id % 4 == 0;
            case DELETE -> false;
            case MIXED -> !operation(id).equals("D");
            default -> true;
        };
    }

    /** Returns how many documents that are not of the input the target has after the import. */
    private int others() {
        return switch (kind) {
            case INSERT, INSERT_HASHED -> rows;
            case INSERT_IDS, ADD ->
                rows / 2
                        + (int) IntStream.range(rows / 2, rows)
                                .filter(id -> id % 4 > 0)
                                .count();
            case SNAPSHOT, VIEW -> 0;
            default -> rows / 2;
        };
    }

    @Override
    public String toString() {
        return "%d records %s".formatted(rows, kind);
    }
}
