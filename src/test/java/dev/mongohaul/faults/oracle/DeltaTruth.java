package dev.mongohaul.faults.oracle;

import dev.mongohaul.faults.input.DeltaInput;
import dev.mongohaul.faults.input.DeltaRow;
import dev.mongohaul.faults.input.DeltaRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** The expected result of mixed operations, if they are executed in the order of the records. */
final class DeltaTruth {

    private final DeltaRules rules;
    private final Map<Long, Document> documents = new HashMap<>();
    private final List<DeltaRow> rejected = new ArrayList<>();
    private int unmatched;

    DeltaTruth(DeltaInput input, DeltaRules rules) {
        this.rules = rules;
        input.before().forEach(document -> documents.put(document.getLong("_id"), document));
        input.all().forEach(this::execute);
    }

    private void execute(DeltaRow row) {
        switch (row.operation()) {
            case "I" -> insert(row);
            case "U" -> update(row);
            case "D" -> delete(row);
            default -> rejected.add(row);
        }
    }

    private void insert(DeltaRow row) {
        if (documents.containsKey(row.id()) || row.invalid()) {
            rejected.add(row);
        } else {
            documents.put(row.id(), changed(new Document("_id", row.id()), row));
        }
    }

    private void update(DeltaRow row) {
        Document found = documents.get(row.id());
        if (found == null && !rules.upsert()) {
            nothingFound(row);
        } else if (row.invalid()) {
            rejected.add(row);
        } else {
            documents.put(row.id(), changed(found == null ? new Document("_id", row.id()) : found, row));
        }
    }

    private void delete(DeltaRow row) {
        if (documents.remove(row.id()) == null) {
            nothingFound(row);
        }
    }

    private void nothingFound(DeltaRow row) {
        if (rules.rejectUnmatched()) {
            rejected.add(row);
        } else {
            unmatched++;
        }
    }

    private static Document changed(Document document, DeltaRow row) {
        return document.append("amount", row.amount()).append("payload", row.payload());
    }

    Map<Long, Document> documents() {
        return documents;
    }

    List<DeltaRow> rejected() {
        return rejected;
    }

    int unmatched() {
        return unmatched;
    }
}
