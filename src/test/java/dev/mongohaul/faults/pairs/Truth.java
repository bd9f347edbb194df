package dev.mongohaul.faults.pairs;

import dev.mongohaul.faults.pairs.Case.Operation;
import dev.mongohaul.faults.pairs.Case.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.Document;

/** Documents that a target must have: the rules of the operations, in plain Java. */
final class Truth {

    private static final List<Integer> OTHERS = List.of(100, 101);

    private final Case each;
    private List<Document> documents;

    Truth(Case each) {
        this.each = each;
        this.documents = before(each);
    }

    private Truth(Case each, List<Document> documents) {
        this.each = each;
        this.documents = documents;
    }

    Truth copy() {
        return new Truth(each, new ArrayList<>(documents));
    }

    /** Returns what other programs stored before the import. */
    static List<Document> before(Case each) {
        List<Integer> ids = switch (each.operation()) {
            case INSERT_GENERATED, INSERT_IDS, SWAP_VIEW -> List.of();
            case REPLACE, UPDATE, DELETE -> List.of(1, 2, 3, 4, 5, 6, 100, 101);
            case ADD, REPLACE_UPSERT, UPDATE_UPSERT -> List.of(1, 2, 3, 100, 101);
            case SNAPSHOT -> List.of(4, 5, 6, 100, 101);
            case SWAP_RENAME -> OTHERS;
            case COLUMN -> List.of(2, 3, 5, 6, 100, 101);
        };
        return ids.stream()
                .map(id -> new Document("_id", id).append("name", "old").append("kept", true))
                .toList();
    }

    /** Applies an import of rows, of which bad ones are rejects. */
    void load(List<Row> rows, Places places) {
        Map<Object, Document> byId = new TreeMap<>(Comparator.comparing(String::valueOf));
        List<Document> added = new ArrayList<>();
        boolean fresh = each.operation().swaps();
        if (!fresh) {
            documents.forEach(document -> byId.put(document.get("_id"), document));
        }
        for (Row row : rows) {
            if (row.isGood() && !isFiltered(row)) {
                apply(row, document(row, places), byId, added);
            }
        }
        if (each.operation() == Operation.SNAPSHOT) {
            byId.keySet().removeIf(id -> rows.stream().noneMatch(row -> id.equals(row.id()) && !isFiltered(row)));
        }
        documents = new ArrayList<>(
                each.operation() == Operation.INSERT_GENERATED
                        ? Stream.concat(documents.stream(), added.stream()).toList()
                        : byId.values());
    }

    /** Applies an import that replaces documents by their ids, or adds them. */
    void replace(List<Row> rows) {
        Truth other = new Truth(
                new Case(
                        each.input(),
                        each.job(),
                        Operation.REPLACE_UPSERT,
                        Shape.PLAIN,
                        each.after(),
                        each.ending(),
                        each.next(),
                        each.way()),
                documents.stream()
                        .filter(document -> document.containsKey("_id"))
                        .toList());
        other.load(rows, Places.NONE);
        documents = Stream.concat(
                        documents.stream().filter(document -> !document.containsKey("_id")), other.documents.stream())
                .toList();
    }

    /** Returns the documents of rows that another job stores. */
    static List<String> replacements(List<Row> rows) {
        Truth none = new Truth(Case.parse("file job-file replace-upsert plain keep completed same command"), List.of());
        none.load(rows, Places.NONE);
        return none.documents();
    }

    private void apply(Row row, Document document, Map<Object, Document> byId, List<Document> added) {
        Object id = row.id();
        switch (each.operation()) {
            case INSERT_GENERATED -> added.add(document);
            case INSERT_IDS, ADD -> byId.putIfAbsent(id, document);
            case REPLACE -> byId.computeIfPresent(id, (any, old) -> document);
            case UPDATE -> byId.computeIfPresent(id, (any, old) -> merged(old, document));
            case REPLACE_UPSERT, SNAPSHOT, SWAP_RENAME, SWAP_VIEW -> byId.put(id, document);
            case UPDATE_UPSERT -> byId.merge(id, document, Truth::merged);
            case DELETE -> byId.remove(id);
            case COLUMN -> {
                switch (row.op()) {
                    case "I" -> byId.putIfAbsent(id, document);
                    case "U" -> byId.computeIfPresent(id, (any, old) -> merged(old, document));
                    default -> byId.remove(id);
                }
            }
        }
    }

    private static Document merged(Document old, Document more) {
        Document both = new Document(old);
        both.putAll(more);
        return both;
    }

    private boolean isFiltered(Row row) {
        return each.shape() == Shape.PROCESSOR && row.id() == Upper.FILTERED;
    }

    private Document document(Row row, Places places) {
        boolean generated = each.operation() == Operation.INSERT_GENERATED;
        Document document = new Document(generated ? "id" : "_id", row.id());
        document.append("name", each.shape() == Shape.PROCESSOR ? row.name().toUpperCase(Locale.ROOT) : row.name());
        String land = row.land().isEmpty() && each.shape() == Shape.RULES ? "FR" : row.land();
        Optional.of(land).filter(text -> !text.isEmpty()).ifPresent(text -> document.append("land", text));
        document.append("amount", Integer.parseInt(row.amount()));
        if (each.shape() == Shape.ORIGIN) {
            document.append("file", places.file(row)).append("line", places.line(row));
        }
        return document;
    }

    /** File and line of a row. */
    interface Places {
        Places NONE = new Places() {
            @Override
            public String file(Row row) {
                return "";
            }

            @Override
            public long line(Row row) {
                return 0;
            }
        };

        String file(Row row);

        long line(Row row);
    }

    List<String> documents() {
        return documents.stream().map(Truth::text).sorted().toList();
    }

    /** Returns a document as text, without a generated id and with its fields in order. */
    static String text(Document document) {
        TreeMap<String, Object> fields = new TreeMap<>(document);
        if (fields.get("_id") instanceof org.bson.types.ObjectId) {
            fields.remove("_id");
        }
        return fields.toString();
    }
}
