package dev.mongohaul.prove;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.data.mongodb.core.mapping.MongoId;

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
    ADD("target: {collection: COLLECTION, id: [sku]}", "write: {operation: add, chunk-size: 50}"),
    ADD_BY_MATCH("target: {collection: COLLECTION}", "write: {operation: add, match: [sku], chunk-size: 50}"),
    DELETE("target: {collection: COLLECTION, id: [sku]}", "write: {operation: delete, chunk-size: 50}"),
    COLUMN(
            "target: {collection: COLLECTION, id: [sku]}",
            "write: {operation: {column: op, values: {I: insert, U: update, R: replace, D: delete}}, chunk-size: 50}"),
    SNAPSHOT("target: {collection: COLLECTION, id: [sku]}", "write: {operation: snapshot, max-loss: 100%}"),
    WITHIN(
            "target: {collection: COLLECTION, id: [sku]}",
            "write: {operation: snapshot, max-loss: 100%}",
            "snapshot: {within: {region: EU}}"),
    MARK(
            "target: {collection: COLLECTION, id: [sku]}",
            "write: {operation: snapshot, max-loss: 100%}",
            "snapshot: {deletes: mark, mark-field: gone}"),
    SWAP("target: {collection: COLLECTION, id: [sku]}", "write: {operation: swap, max-loss: unlimited}"),
    VIEW(
            "target: {collection: COLLECTION, id: [sku]}",
            "write: {operation: swap, max-loss: unlimited}",
            "swap: {by: view}"),
    ENTITY(
            "target: {collection: COLLECTION, id: [sku]}",
            "write: {operation: upsert, chunk-size: 50}",
            "entity: " + Goods.class.getName()),
    PROCESSOR(
            "target: {collection: COLLECTION, id: [sku]}",
            "write: {operation: upsert, chunk-size: 50}",
            "processor: '" + OddPrices.class.getName() + "'");

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
        return ownsAll() && this != GENERATED_IDS;
    }

    /** Returns whether the documents of an import can be found without its input. */
    boolean ownsAll() {
        return switch (this) {
            case GENERATED_IDS, SNAPSHOT, WITHIN, MARK, SWAP, VIEW -> true;
            default -> false;
        };
    }

    /** Returns whether any document with the key of a record is what is expected, unless the import has added it. */
    boolean adds() {
        return this == ADD || this == ADD_BY_MATCH;
    }

    /** Returns whether only the fields of the record are compared. */
    boolean updates() {
        return this == UPDATE || this == MERGE;
    }

    /** Class with the fields of the documents. */
    public record Goods(
            @MongoId Object id,
            @Nullable String sku,
            @Nullable String region,
            @Nullable BigDecimal price,
            @Nullable Integer stock,
            @Nullable Binary bytes,
            @Nullable Instant born,
            @Nullable Double ratio,
            @Nullable Map<String, Object> attributes) {}

    /** Filters each document of a price that ends with 7, and adds the same field to the others. */
    public static final class OddPrices implements ItemProcessor<Document, Document> {

        @Override
        public @Nullable Document process(Document item) {
            BigDecimal price = item.get("price", Decimal128.class).bigDecimalValue();
            return price.intValue() % 10 == 7 ? null : item.append("more", -0.0);
        }
    }
}
