package dev.mongohaul.faults.oracle;

import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.input.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;

/** Compares the documents of the target with the records that must be documents. */
final class Documents {

    private static final Set<String> FIELDS = Set.of("_id", "id", "code", "amount", "payload", "hash");

    private final Input input;
    private final boolean idFromColumn;
    private final BitSet seen = new BitSet();
    private final List<Object> duplicates = new ArrayList<>();
    private final List<Object> altered = new ArrayList<>();
    private final List<Object> unknown = new ArrayList<>();
    private final List<Integer> rejected = new ArrayList<>();
    private int foreign;

    Documents(Input input, boolean idFromColumn) {
        this.input = input;
        this.idFromColumn = idFromColumn;
    }

    void check(Iterable<Document> documents, Findings findings) {
        documents.forEach(this::add);
        List<Integer> lost = new ArrayList<>();
        for (int id = seen.nextClearBit(0); id < input.rows(); id = seen.nextClearBit(id + 1)) {
            if (!input.row(id).kind().rejected()) {
                lost.add(id);
            }
        }
        findings.addAll(Invariant.NOTHING_LOST, "records are no documents", lost);
        findings.addAll(Invariant.NOTHING_DOUBLED, "records are more than one document", duplicates);
        findings.addAll(Invariant.NOTHING_DOUBLED, "rejected records are documents too", rejected);
        findings.addAll(Invariant.NOTHING_ALTERED, "documents have other values than their records", altered);
        findings.addAll(Invariant.NOTHING_ALTERED, "documents belong to no record", unknown);
        if (foreign != Input.TAKEN_CODES) {
            findings.add(
                    Invariant.NOTHING_ALTERED,
                    "%d documents of others existed before, now %d",
                    Input.TAKEN_CODES,
                    foreign);
        }
    }

    private void add(Document document) {
        if (document.getBoolean("foreign", false)) {
            foreign++;
        } else if (document.get("id") instanceof Long id && id >= 0 && id < input.rows()) {
            add(id.intValue(), document);
        } else {
            unknown.add(document.get("_id"));
        }
    }

    private void add(int id, Document document) {
        Row row = input.row(id);
        if (seen.get(id)) {
            duplicates.add(id);
        } else if (row.kind().rejected()) {
            rejected.add(id);
        } else if (!same(document, row)) {
            altered.add(id);
        }
        seen.set(id);
    }

    private boolean same(Document document, Row row) {
        return document.keySet().equals(FIELDS)
                && row.code().equals(document.get("code"))
                && Integer.valueOf(row.amount()).equals(document.get("amount"))
                && row.payload().equals(document.get("payload"))
                && row.hash().equals(document.get("hash"))
                && (!idFromColumn || Long.valueOf(row.id()).equals(document.get("_id")));
    }

    /** Returns the number of documents that belong to records. */
    int count() {
        return seen.cardinality() + duplicates.size();
    }
}
