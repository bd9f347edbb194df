package dev.mongohaul.writer.delivery;

import com.mongodb.client.FindIterable;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.MatchKey;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Pre-check of a chunk: looks up the existing documents of its keys, and follows the operations on each key in their order.
 *
 * <p>An insert that is sent again cannot distinguish its own document from one that existed before; a delete that is sent
 * again matches nothing. The result of the pre-check, which the caller saves before anything is sent, decides both.
 *
 * <p>Only the server knows whether it will refuse a document: the outcome of an operation on a key that an earlier record
 * of the chunk adds depends on the outcome of that record.
 */
final class ChunkPreCheck<D> {

    private final DocumentSender<D> sender;
    private final WriteTarget target;
    private final RetryBudget retries;
    private final WriteSettings settings;
    private final MatchFilter filter;
    private final DocumentEquality equality;

    ChunkPreCheck(DocumentSender<D> sender, WriteTarget target, RetryBudget retries, DocumentEquality equality) {
        this.sender = sender;
        this.target = target;
        this.retries = retries;
        this.settings = target.settings();
        this.filter = new MatchFilter(settings);
        this.equality = equality;
    }

    /** Sets the expected outcome of items without an outcome that an earlier run did not pre-check. */
    void preCheck(List<WriteItem<D>> items) {
        Map<MatchKey, List<WriteItem<D>>> byKey = new LinkedHashMap<>();
        Map<MatchKey, RawBsonDocument> sought = new LinkedHashMap<>();
        boolean whole = false;
        for (WriteItem<D> item : items) {
            if (item.isComplete()) {
                continue;
            }
            RawBsonDocument document = sender.encode(item.document());
            MatchKey key = filter.key(document);
            byKey.computeIfAbsent(key, unseen -> new ArrayList<>(1)).add(item);
            if (!item.isPreChecked() && depends(item.operation())) {
                sought.put(key, document);
                whole |= item.operation() == WriteOperation.INSERT;
            }
        }
        Map<MatchKey, RawBsonDocument> existing = existing(sought, whole);
        byKey.forEach((key, ofKey) -> new KeyHistory(existing.get(key)).follow(ofKey));
    }

    /** Sets the outcome of items that need not be sent. Returns how many of them find nothing without being rejects. */
    long complete(List<WriteItem<D>> items) {
        long unmatched = settings.rejectsUnmatched()
                ? 0
                : items.stream()
                        .filter(item -> !item.isComplete() && item.expectedOutcome() == ExpectedOutcome.UNMATCHED)
                        .count();
        items.stream().filter(item -> !item.isComplete()).forEach(this::complete);
        return unmatched;
    }

    /** Rejects operations whose target document was rejected earlier in the chunk. */
    void rejectUnmatchable(List<WriteItem<D>> items) {
        items.stream()
                .filter(item -> !item.isComplete() && item.isUnmatchable())
                .forEach(item -> item.complete(Outcome.rejected(Outcome.UNMATCHED, unmatched(item))));
    }

    private void complete(WriteItem<D> item) {
        switch (item.expectedOutcome()) {
            case OPEN, CONTESTED, EXPECTED -> {}
            case HELD -> item.complete(Outcome.ALREADY_THERE);
            case TAKEN -> item.complete(Outcome.rejected(Outcome.DUPLICATE_KEY, duplicateId(item)));
            case UNMATCHED ->
                item.complete(
                        settings.rejectsUnmatched()
                                ? Outcome.rejected(Outcome.UNMATCHED, unmatched(item))
                                : Outcome.WRITTEN);
        }
    }

    /** Returns the message of MongoDB 6.0. */
    private String duplicateId(WriteItem<D> item) {
        return "E11000 duplicate key error collection: %s index: _id_ dup key: %s"
                .formatted(target.collection().getNamespace(), keys(item));
    }

    private String unmatched(WriteItem<D> item) {
        return "there is no document to %s with %s".formatted(item.operation().word(), keys(item));
    }

    private String keys(WriteItem<D> item) {
        return filter.keys(sender.encode(item.document())).toJson();
    }

    /** Returns whether the outcome depends on existing documents. No other document has a generated id. */
    private boolean depends(WriteOperation operation) {
        return operation.inserts()
                ? settings.matchesById()
                : (settings.rejectsUnmatched() || settings.mayFindLater()) && operation.needsMatch();
    }

    /**
     * Returns the existing documents by their keys.
     *
     * @param sought a document of each key
     * @param whole whether all fields are needed, or only those of the filter
     */
    private Map<MatchKey, RawBsonDocument> existing(Map<MatchKey, RawBsonDocument> sought, boolean whole) {
        Map<MatchKey, RawBsonDocument> found = new HashMap<>();
        for (List<RawBsonDocument> query : KeyQueries.of(sought.values(), filter::bytesInAnyOf)) {
            read(filter.anyOf(query), whole).forEach(document -> found.put(filter.key(document), document));
        }
        if (!sought.keySet().containsAll(found.keySet())) {
            // An array element or a collation matched a document whose own key differs: query each key by itself.
            sought.forEach((key, document) -> {
                if (!found.containsKey(key)) {
                    read(filter.of(document), whole).stream().findFirst().ifPresent(one -> found.put(key, one));
                }
            });
        }
        return found;
    }

    private List<RawBsonDocument> read(Bson which, boolean whole) {
        FindIterable<RawBsonDocument> documents = target.collection().find(which);
        if (!whole) {
            documents.projection(filter.projection());
        }
        return retries.call("look for documents", () -> documents.into(new ArrayList<>()));
    }

    /** The operations of a chunk on one key. */
    private final class KeyHistory {

        private enum Presence {
            ABSENT,
            PRESENT,
            /** Present unless the server refused the document. */
            PRESUMED
        }

        private Presence presence;
        private final List<WriteItem<D>> adding = new ArrayList<>(0);

        /** Null if absent, or if changed by a record of the chunk. */
        private @Nullable RawBsonDocument document;

        KeyHistory(@Nullable RawBsonDocument existing) {
            document = existing;
            presence = existing == null ? Presence.ABSENT : Presence.PRESENT;
        }

        void follow(List<WriteItem<D>> items) {
            for (WriteItem<D> item : items) {
                if (!item.isPreChecked()) {
                    item.expect(of(item));
                }
                if (item.expectedOutcome() == ExpectedOutcome.EXPECTED) {
                    item.dependOn(adding);
                }
                presence = after(item.operation());
                if (item.operation() == WriteOperation.DELETE) {
                    adding.clear();
                } else if (!item.operation().needsMatch()) {
                    adding.add(item);
                }
                document = item.operation().inserts() ? document : null;
            }
        }

        private ExpectedOutcome of(WriteItem<D> item) {
            if (!depends(item.operation())) {
                return ExpectedOutcome.OPEN;
            }
            if (!item.operation().inserts()) {
                return ofFinding(item);
            }
            if (presence == Presence.ABSENT) {
                return ExpectedOutcome.OPEN;
            }
            if (item.leavesExisting()) {
                return presence == Presence.PRESENT ? ExpectedOutcome.HELD : ExpectedOutcome.CONTESTED;
            }
            if (document == null) {
                return ExpectedOutcome.CONTESTED;
            }
            return equality.same(sender.encode(item.document()), document)
                    ? ExpectedOutcome.HELD
                    : ExpectedOutcome.TAKEN;
        }

        /** An operation of an earlier run may have found and removed its document. */
        private ExpectedOutcome ofFinding(WriteItem<D> item) {
            if (presence == Presence.PRESUMED
                    || (item.expectedOutcome() == ExpectedOutcome.EXPECTED && !adding.isEmpty())) {
                return ExpectedOutcome.EXPECTED;
            }
            return presence == Presence.ABSENT ? ExpectedOutcome.UNMATCHED : ExpectedOutcome.OPEN;
        }

        private Presence after(WriteOperation operation) {
            if (operation == WriteOperation.DELETE) {
                return Presence.ABSENT;
            }
            return presence == Presence.ABSENT && !operation.needsMatch() ? Presence.PRESUMED : presence;
        }
    }
}
