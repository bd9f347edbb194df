package dev.mongohaul.prove;

import java.util.List;

/** Way to load, as a job file writes it. */
enum Load {
    GENERATED_IDS("target: {collection: COLLECTION}"),
    OWN_IDS("target: {collection: COLLECTION, id: [sku]}"),
    REPLACE("target: {collection: COLLECTION, id: [sku]}", "write: {operation: replace, chunk-size: 50}"),
    UPSERT("target: {collection: COLLECTION, id: [sku]}", "write: {operation: upsert, chunk-size: 50}"),
    UNIQUE("target: {collection: COLLECTION, id: [sku]}", "write: {operation: upsert, keys: unique, chunk-size: 50}"),
    UPDATE("target: {collection: COLLECTION, id: [sku]}", "write: {operation: update, chunk-size: 50}"),
    MERGE("target: {collection: COLLECTION, id: [sku]}", "write: {operation: merge, chunk-size: 50}"),
    MATCH(
            "target: {collection: COLLECTION, indexes: [{keys: [sku], unique: true}]}",
            "write: {operation: upsert, match: [sku], chunk-size: 50}"),
    DELETE("target: {collection: COLLECTION, id: [sku]}", "write: {operation: delete, chunk-size: 50}"),
    COLUMN(
            "target: {collection: COLLECTION, id: [sku]}",
            "write: {operation: {column: op, values: {I: insert, U: update, R: replace, D: delete}}, chunk-size: 50}"),
    SNAPSHOT("target: {collection: COLLECTION, id: [sku]}", "write: {operation: snapshot, max-loss: 100%}"),
    SWAP("target: {collection: COLLECTION, id: [sku]}", "write: {operation: swap, max-loss: unlimited}");

    private final List<String> settings;

    Load(String... settings) {
        this.settings = List.of(settings);
    }

    String[] settings(String collection) {
        return settings.stream()
                .map(line -> line.replace("COLLECTION", collection))
                .toArray(String[]::new);
    }

    /** Returns whether a document without a record is a difference. */
    boolean isWhole() {
        return this == SNAPSHOT || this == SWAP;
    }

    /** Returns whether only the fields of the record are compared. */
    boolean updates() {
        return this == UPDATE || this == MERGE;
    }
}
