package dev.mongohaul.writer.delivery;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import dev.mongohaul.mongo.ServerFacts.ServerKind;
import dev.mongohaul.writer.delivery.MatchFilter.MatchKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of the replacements and updates of a chunk with the current documents, before any of them is sent. Those that
 * would change nothing need not be sent.
 *
 * <p>The documents are read from the primary, with all that it has executed before, and only after a majority has it: a
 * document that was found unchanged cannot be rolled back. A standalone server has no majority.
 *
 * <p>In doubt a record is sent: if its chunk has another record of its key, or if several documents have the key.
 */
final class ChunkComparison<D> {

    private static final int KEYS_PER_QUERY = 5_000;
    private static final String ID = "_id";
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final DocumentItemWriter<D> writer;
    private final WriteTarget target;
    private final WriteSettings settings;
    private final MatchFilter filter;

    ChunkComparison(DocumentItemWriter<D> writer) {
        this.writer = writer;
        this.target = writer.target();
        this.settings = target.settings();
        this.filter = new MatchFilter(settings);
    }

    /** Change of a chunk, which is the only one of its key. */
    private record Change<D>(WriteItem<D> item, RawBsonDocument document) {}

    /** Returns the records without an outcome that would change nothing. */
    List<WriteItem<D>> unchanged(List<WriteItem<D>> items) {
        Map<MatchKey, Change<D>> byKey = byKey(items);
        return byKey.isEmpty()
                ? List.of()
                : writer.retries().call("compare documents", () -> unchanged(byKey, lastOperation()));
    }

    /** Reads and compares parts of the chunk at the same time. */
    private List<WriteItem<D>> unchanged(Map<MatchKey, Change<D>> byKey, @Nullable BsonTimestamp since) {
        List<MatchKey> keys = List.copyOf(byKey.keySet());
        int count = Math.max(target.threads().partsOf(keys.size()), (keys.size() - 1) / KEYS_PER_QUERY + 1);
        List<List<WriteItem<D>>> parts = new ArrayList<>(Collections.nCopies(count, List.of()));
        List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
        target.threads().forEach(count, part -> {
            int from = (int) ((long) keys.size() * part / count);
            int to = (int) ((long) keys.size() * (part + 1) / count);
            try {
                parts.set(part, unchanged(byKey, keys.subList(from, to), since));
            } catch (RuntimeException e) {
                failures.add(e);
            }
        });
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        return parts.stream().flatMap(List::stream).toList();
    }

    private List<WriteItem<D>> unchanged(
            Map<MatchKey, Change<D>> byKey, List<MatchKey> keys, @Nullable BsonTimestamp since) {
        List<WriteItem<D>> unchanged = new ArrayList<>();
        List<RawBsonDocument> documents = keys.stream()
                .map(key -> Objects.requireNonNull(byKey.get(key)).document())
                .toList();
        current(keys, filter.anyOf(documents), since).forEach((key, current) -> {
            Change<D> change = Objects.requireNonNull(byKey.get(key));
            if (isUnchanged(change, current)) {
                unchanged.add(change.item());
            }
        });
        return unchanged;
    }

    static boolean isComparable(WriteOperation operation) {
        return operation == WriteOperation.REPLACE || operation == WriteOperation.UPDATE;
    }

    private Map<MatchKey, Change<D>> byKey(List<WriteItem<D>> items) {
        Map<MatchKey, Change<D>> byKey = new LinkedHashMap<>();
        Set<MatchKey> ambiguous = new HashSet<>();
        for (WriteItem<D> item : items) {
            if (!item.isComplete()) {
                RawBsonDocument document = writer.encode(item.document());
                MatchKey key = filter.key(document);
                if (byKey.put(key, new Change<>(item, document)) != null) {
                    ambiguous.add(key);
                }
            }
        }
        ambiguous.forEach(byKey::remove);
        byKey.values().removeIf(change -> !isComparable(change.item().operation()));
        return byKey;
    }

    /**
     * Returns the current documents of those of the keys that exactly one document has. Returns none if a document was found
     * by an element of an array, since other documents may have the key of that element.
     */
    private Map<MatchKey, RawBsonDocument> current(List<MatchKey> keys, Bson anyOfThem, @Nullable BsonTimestamp since) {
        Map<MatchKey, RawBsonDocument> current = new HashMap<>();
        Set<MatchKey> ambiguous = new HashSet<>();
        for (RawBsonDocument document : read(anyOfThem, since)) {
            MatchKey key = filter.key(document);
            if (current.put(key, document) != null) {
                ambiguous.add(key);
            }
        }
        if (!new HashSet<>(keys).containsAll(current.keySet())) {
            return Map.of();
        }
        ambiguous.forEach(current::remove);
        return current;
    }

    /** Returns the time of the last operation of the primary; null if the server keeps none. */
    private @Nullable BsonTimestamp lastOperation() {
        if (target.server() == ServerKind.STANDALONE) {
            return null;
        }
        try (ClientSession session = causalSession()) {
            target.databases()
                    .getMongoDatabase()
                    .runCommand(session, new BsonDocument("ping", new BsonInt32(1)), ReadPreference.primary());
            return session.getOperationTime();
        }
    }

    private List<RawBsonDocument> read(Bson which, @Nullable BsonTimestamp since) {
        MongoCollection<RawBsonDocument> collection = target.collection();
        if (since == null) {
            return all(collection.find(which));
        }
        try (ClientSession session = causalSession()) {
            session.advanceOperationTime(since);
            return all(collection.withReadConcern(ReadConcern.MAJORITY).find(session, which));
        }
    }

    /** Begins a session whose reads wait until a majority has the last operation that the session knows. */
    private ClientSession causalSession() {
        return target.databases()
                .getMongoCluster()
                .startSession(
                        ClientSessionOptions.builder().causallyConsistent(true).build());
    }

    private static List<RawBsonDocument> all(FindIterable<RawBsonDocument> documents) {
        return documents.batchSize(KEYS_PER_QUERY + 1).into(new ArrayList<>());
    }

    private boolean isUnchanged(Change<D> change, RawBsonDocument current) {
        RawBsonDocument document = change.document();
        if (change.item().operation() == WriteOperation.REPLACE) {
            boolean hasId = settings.matchesById() || document.getFirstKey().equals(ID);
            return ChunkDelivery.same(document, hasId ? current : withoutId(current));
        }
        return filter.update(document).getDocument("$set").entrySet().stream()
                .allMatch(field -> same(field.getValue(), MatchFilter.valueAt(current, field.getKey())));
    }

    private static RawBsonDocument withoutId(RawBsonDocument document) {
        BsonDocument rest = document.decode(CODEC);
        rest.remove(ID);
        return new RawBsonDocument(rest, CODEC);
    }

    /** Two documents with the same fields in another order are equal for the driver, but not for the server. */
    private static boolean same(BsonValue value, @Nullable BsonValue current) {
        if (current == null || value.getBsonType() != current.getBsonType()) {
            return false;
        }
        return (value.isDocument() || value.isArray())
                ? ChunkDelivery.same(
                        new RawBsonDocument(new BsonDocument("", value), CODEC),
                        new RawBsonDocument(new BsonDocument("", current), CODEC))
                : value.equals(current);
    }
}
