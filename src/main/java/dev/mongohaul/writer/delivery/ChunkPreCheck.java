package dev.mongohaul.writer.delivery;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.writer.delivery.ChunkDelivery.DuplicateIds;
import dev.mongohaul.writer.delivery.MatchFilter.MatchKey;
import dev.mongohaul.writer.delivery.WriteItem.ExpectedOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Looks up what the collection holds of a chunk's keys, and follows the operations on each of them in their order.
 *
 * <p>An insert that is sent again cannot tell its own document from one that was there before; a delete that is sent again
 * finds nothing. What is found out here, before anything is sent, and kept by the caller, decides both.
 *
 * <p>Only the server knows whether it will refuse a document: an operation on a key that an earlier record of the chunk
 * should add is told by what became of that one.
 */
final class ChunkPreCheck<D> {

    private final DocumentItemWriter<D> writer;
    private final WriteSettings settings;
    private final MatchFilter filter;

    ChunkPreCheck(DocumentItemWriter<D> writer) {
        this.writer = writer;
        this.settings = writer.target().settings();
        this.filter = new MatchFilter(settings);
    }

    /** Foresees those that are not settled and were not foreseen by an earlier try. */
    void preCheck(List<WriteItem<D>> items) {
        Map<MatchKey, List<WriteItem<D>>> byKey = new LinkedHashMap<>();
        Map<MatchKey, BsonDocument> asked = new LinkedHashMap<>();
        boolean whole = false;
        for (WriteItem<D> item : items) {
            if (item.isComplete()) {
                continue;
            }
            BsonDocument find = filter.of(writer.encode(item.document()));
            MatchKey key = MatchKey.of(find);
            byKey.computeIfAbsent(key, unseen -> new ArrayList<>(1)).add(item);
            if (!item.isPreChecked() && depends(item.operation())) {
                asked.put(key, find);
                whole |= item.operation() == WriteOperation.INSERT;
            }
        }
        Map<MatchKey, RawBsonDocument> held = new ExistingDocuments(writer.target(), writer.retries()).of(asked, whole);
        byKey.forEach((key, ofKey) -> new KeyHistory(held.get(key)).follow(ofKey));
    }

    /** Gives those their outcome that need not be sent. */
    void complete(List<WriteItem<D>> items) {
        items.stream().filter(item -> !item.isComplete()).forEach(this::complete);
    }

    /** Rejects those that were to find what the server would not take. */
    void rejectUnmatchable(List<WriteItem<D>> items) {
        items.stream()
                .filter(item -> !item.isComplete() && item.isUnmatchable())
                .forEach(item -> item.complete(Outcome.rejected(Outcome.UNMATCHED, nothingFound(item))));
    }

    private void complete(WriteItem<D> item) {
        switch (item.expectedOutcome()) {
            case OPEN, CONTESTED, EXPECTED -> {}
            case HELD -> item.complete(Outcome.ALREADY_THERE);
            case TAKEN -> item.complete(Outcome.rejected(Outcome.DUPLICATE_KEY, takenId(item)));
            case UNMATCHED -> item.complete(Outcome.rejected(Outcome.UNMATCHED, nothingFound(item)));
        }
    }

    /** In the words of MongoDB 6.0. */
    private String takenId(WriteItem<D> item) {
        return "E11000 duplicate key error collection: %s index: _id_ dup key: %s"
                .formatted(writer.target().collection().getNamespace(), keys(item));
    }

    private String nothingFound(WriteItem<D> item) {
        return "there is no document to %s with %s"
                .formatted(item.operation().name().toLowerCase(Locale.ROOT), keys(item));
    }

    private String keys(WriteItem<D> item) {
        BsonDocument keys = new BsonDocument();
        filter.of(writer.encode(item.document()))
                .forEach((path, equality) ->
                        keys.append(path, equality.asDocument().get("$eq")));
        return keys.toJson();
    }

    /** Whether what becomes of it depends on what is there. Another document has no generated id. */
    private boolean depends(WriteOperation operation) {
        return operation == WriteOperation.INSERT
                ? settings.matchesById()
                : settings.rejectsUnmatched() && settings.needsMatch(operation);
    }

    /** The operations of a chunk on one key. */
    private final class KeyHistory {

        private enum Presence {
            ABSENT,
            PRESENT,
            /** Unless the server refused the document. */
            PRESUMED
        }

        private Presence presence;
        private final List<WriteItem<D>> adding = new ArrayList<>(0);

        /** Null where it is absent, or changed by a record of the chunk. */
        private @Nullable RawBsonDocument document;

        KeyHistory(@Nullable RawBsonDocument held) {
            document = held;
            presence = held == null ? Presence.ABSENT : Presence.PRESENT;
        }

        void follow(List<WriteItem<D>> items) {
            for (WriteItem<D> item : items) {
                if (!item.isPreChecked()) {
                    item.preCheck(of(item));
                }
                if (item.expectedOutcome() == ExpectedOutcome.EXPECTED) {
                    item.dependOn(adding);
                }
                presence = after(item.operation());
                takeNotice(item);
                document = item.operation() == WriteOperation.INSERT ? document : null;
            }
        }

        private void takeNotice(WriteItem<D> item) {
            if (item.operation() == WriteOperation.DELETE) {
                adding.clear();
            } else if (!settings.needsMatch(item.operation())) {
                adding.add(item);
            }
        }

        private ExpectedOutcome of(WriteItem<D> item) {
            if (!depends(item.operation())) {
                return ExpectedOutcome.OPEN;
            }
            if (item.operation() != WriteOperation.INSERT) {
                return ofFinding(item);
            }
            if (presence == Presence.ABSENT) {
                return ExpectedOutcome.OPEN;
            }
            if (document == null) {
                return ExpectedOutcome.CONTESTED;
            }
            return DuplicateIds.same(writer.encode(item.document()), document)
                    ? ExpectedOutcome.HELD
                    : ExpectedOutcome.TAKEN;
        }

        /** One that was foreseen by an earlier try may have found its document, and removed it, before. */
        private ExpectedOutcome ofFinding(WriteItem<D> item) {
            if (presence == Presence.PRESUMED
                    || (item.expectedOutcome() == ExpectedOutcome.EXPECTED && !adding.isEmpty())) {
                return ExpectedOutcome.EXPECTED;
            }
            return presence == Presence.ABSENT ? ExpectedOutcome.UNMATCHED : ExpectedOutcome.OPEN;
        }

        private Presence after(WriteOperation operation) {
            return switch (operation) {
                case DELETE -> Presence.ABSENT;
                case INSERT, INSERT_AGAIN -> presence == Presence.PRESENT ? presence : Presence.PRESUMED;
                case REPLACE, UPDATE -> presence == Presence.ABSENT && settings.upsert() ? Presence.PRESUMED : presence;
            };
        }
    }

    /** Reads the documents that have certain keys, waiting for a server in trouble. */
    static final class ExistingDocuments {

        /** Keys asked for by one command. */
        private static final int KEYS_PER_QUERY = 5_000;

        private final MongoCollection<RawBsonDocument> collection;
        private final WriteSettings settings;
        private final MatchFilter filter;
        private final RetryBudget retries;

        ExistingDocuments(WriteTarget target, RetryBudget retries) {
            this.collection = target.collection();
            this.settings = target.settings();
            this.filter = new MatchFilter(settings);
            this.retries = retries;
        }

        /**
         * The documents by their keys.
         *
         * @param asked the filter of each key
         * @param whole whether all fields are needed, or those of the filter alone
         */
        Map<MatchKey, RawBsonDocument> of(Map<MatchKey, BsonDocument> asked, boolean whole) {
            List<BsonDocument> filters = new ArrayList<>(asked.values());
            Map<MatchKey, RawBsonDocument> found = new HashMap<>();
            for (int from = 0; from < filters.size(); from += KEYS_PER_QUERY) {
                Bson anyOfThem = anyOf(filters.subList(from, Math.min(filters.size(), from + KEYS_PER_QUERY)));
                read(anyOfThem, whole).forEach(document -> found.put(MatchKey.of(filter.of(document)), document));
            }
            if (!asked.keySet().containsAll(found.keySet())) {
                askSingly(asked, whole, found);
            }
            return found;
        }

        /**
         * By an array's element or by a collation, a document was found that does not itself tell the key it answers to: then
         * each key without an answer is asked for alone.
         */
        private void askSingly(Map<MatchKey, BsonDocument> asked, boolean whole, Map<MatchKey, RawBsonDocument> found) {
            asked.forEach((key, find) -> {
                if (!found.containsKey(key)) {
                    read(find, whole).stream().findFirst().ifPresent(document -> found.put(key, document));
                }
            });
        }

        private List<RawBsonDocument> read(Bson which, boolean whole) {
            FindIterable<RawBsonDocument> documents =
                    whole ? collection.find(which) : collection.find(which).projection(matchedFields());
            return retries.call("look for documents", () -> documents.into(new ArrayList<>()));
        }

        private BsonDocument matchedFields() {
            BsonDocument fields = new BsonDocument();
            settings.match().forEach(path -> fields.append(path, new BsonInt32(1)));
            return fields.append("_id", new BsonInt32(settings.matchesById() ? 1 : 0));
        }

        private Bson anyOf(List<BsonDocument> filters) {
            List<String> fields = List.copyOf(filters.get(0).keySet());
            if (fields.size() > 1) {
                return Filters.or(List.<Bson>copyOf(filters));
            }
            BsonArray values = new BsonArray();
            filters.forEach(find -> values.add(find.getDocument(fields.get(0)).get("$eq")));
            return new BsonDocument(fields.get(0), new BsonDocument("$in", values));
        }
    }
}
