package dev.mongohaul.writer.delivery;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import dev.mongohaul.mongo.ServerFacts.ServerKind;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.mongo.ServerStates.ServerState;
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
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Comparison of the replacements and updates of a chunk with the current documents, before any of them is sent. Those that
 * would change nothing need not be sent.
 *
 * <p>The documents are read from the primary, with all that it has executed before, and only after a majority has it: a
 * document that was found unchanged cannot be rolled back. A standalone server has no majority.
 *
 * <p>In doubt a record is sent: if its chunk has another record of its key, if several documents have the key, or if the
 * documents cannot be read.
 */
final class ChunkComparison<D> {

    private static final Logger LOG = LoggerFactory.getLogger(ChunkComparison.class);

    private static final int KEYS_PER_QUERY = 5_000;

    /** Bytes of the documents whose keys are in one query, which must stay under the 16 MiB of a document. */
    private static final long BYTES_PER_QUERY = 8 << 20;

    /** A majority of the replica set may lag behind, or be away. */
    private static final long LONGEST_OPTIONAL_SECONDS = 10;

    private static final int UNAUTHORIZED = ServerState.UNAUTHORIZED.code();
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

    /**
     * Returns the records without an outcome that would change nothing; none if the server does not let the user read the
     * documents, or, if comparing is optional, cannot read them now.
     */
    List<WriteItem<D>> unchanged(List<WriteItem<D>> items) {
        Map<MatchKey, Change<D>> byKey = byKey(items);
        return byKey.isEmpty() ? List.of() : writer.retries().call("compare documents", () -> compare(byKey));
    }

    private List<WriteItem<D>> compare(Map<MatchKey, Change<D>> byKey) {
        try {
            target.endUnconfirmed();
            return unchanged(byKey, lastOperation());
        } catch (MongoException failure) {
            boolean passing = ServerStates.isServerState(failure) && failure.getCode() != UNAUTHORIZED;
            if (!passing && failure instanceof MongoCommandException refusal) {
                target.comparing().stop();
                LOG.warn(
                        "Documents are not compared before they are sent, since {} cannot be read: {}",
                        target.collection().getNamespace(),
                        refusal.getErrorMessage());
                return List.of();
            }
            if (passing && target.comparing().isOptional()) {
                LOG.debug("A chunk is not compared", failure);
                return List.of();
            }
            throw failure;
        }
    }

    /** Reads and compares parts of the chunk at the same time. */
    private List<WriteItem<D>> unchanged(Map<MatchKey, Change<D>> byKey, @Nullable BsonTimestamp since) {
        if (since == null && target.server() != ServerKind.STANDALONE) {
            return List.of();
        }
        List<MatchKey> keys = List.copyOf(byKey.keySet());
        int count = target.threads().partsOf(keys.size());
        List<List<WriteItem<D>>> parts = new ArrayList<>(Collections.nCopies(count, List.of()));
        List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
        target.threads().forEach(count, part -> {
            int from = (int) ((long) keys.size() * part / count);
            int to = (int) ((long) keys.size() * (part + 1) / count);
            try {
                parts.set(part, unchangedOf(byKey, keys.subList(from, to), since));
            } catch (RuntimeException e) {
                failures.add(e);
            }
        });
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        return parts.stream().flatMap(List::stream).toList();
    }

    /** Reads and compares a part of the chunk, with as many queries as its keys need. */
    private List<WriteItem<D>> unchangedOf(
            Map<MatchKey, Change<D>> byKey, List<MatchKey> keys, @Nullable BsonTimestamp since) {
        List<WriteItem<D>> unchanged = new ArrayList<>();
        Map<MatchKey, Change<D>> query = new HashMap<>();
        long bytes = 0;
        for (MatchKey key : keys) {
            Change<D> change = Objects.requireNonNull(byKey.get(key));
            int size = change.document().getByteBuffer().remaining();
            if (query.size() == KEYS_PER_QUERY || (bytes + size > BYTES_PER_QUERY && !query.isEmpty())) {
                unchanged.addAll(unchangedOf(query, since));
                query.clear();
                bytes = 0;
            }
            query.put(key, change);
            bytes += size;
        }
        unchanged.addAll(unchangedOf(query, since));
        return unchanged;
    }

    /**
     * Compares the documents of one query as they arrive: together they may be larger than the memory. Returns none if a
     * document was found by an element of an array, since other documents may have the key of that element.
     */
    private List<WriteItem<D>> unchangedOf(Map<MatchKey, Change<D>> byKey, @Nullable BsonTimestamp since) {
        Map<MatchKey, Boolean> unchanged = new HashMap<>();
        Bson which = filter.anyOf(byKey.values().stream().map(Change::document).toList());
        try (ClientSession session = since == null ? null : causalSession(since);
                MongoCursor<RawBsonDocument> documents = find(which, session).cursor()) {
            while (documents.hasNext()) {
                RawBsonDocument current = documents.next();
                MatchKey key = filter.key(current);
                Change<D> change = byKey.get(key);
                if (change == null) {
                    return List.of();
                }
                unchanged.merge(key, isUnchanged(change, current), (one, another) -> false);
            }
        }
        return byKey.entrySet().stream()
                .filter(change -> unchanged.getOrDefault(change.getKey(), false))
                .map(change -> change.getValue().item())
                .toList();
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

    /** Returns the time of the last operation of the primary; null if the server keeps none. */
    private @Nullable BsonTimestamp lastOperation() {
        if (target.server() == ServerKind.STANDALONE) {
            return null;
        }
        try (ClientSession session = causalSession(null)) {
            target.databases()
                    .getMongoDatabase()
                    .runCommand(session, new BsonDocument("ping", new BsonInt32(1)), ReadPreference.primary());
            return session.getOperationTime();
        }
    }

    private FindIterable<RawBsonDocument> find(Bson which, @Nullable ClientSession session) {
        MongoCollection<RawBsonDocument> collection = target.collection();
        FindIterable<RawBsonDocument> documents = session == null
                ? collection.find(which)
                : collection.withReadConcern(ReadConcern.MAJORITY).find(session, which);
        if (target.comparing().isOptional()) {
            documents.maxTime(LONGEST_OPTIONAL_SECONDS, TimeUnit.SECONDS);
        }
        return documents.batchSize(KEYS_PER_QUERY + 1);
    }

    /** Begins a session whose reads wait until a majority has all operations up to a time; null for any time. */
    private ClientSession causalSession(@Nullable BsonTimestamp since) {
        ClientSession session = target.databases()
                .getMongoCluster()
                .startSession(
                        ClientSessionOptions.builder().causallyConsistent(true).build());
        session.advanceOperationTime(since);
        return session;
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
