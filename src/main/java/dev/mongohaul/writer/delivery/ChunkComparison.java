package dev.mongohaul.writer.delivery;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import dev.mongohaul.mongo.ServerFacts.ServerKind;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.mongo.ServerStates.ServerState;
import dev.mongohaul.writer.delivery.MatchFilter.MatchKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
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

    /** Change of a chunk, with what comparing it found. Each change is read by one thread. */
    private static final class Change<D> {

        private final WriteItem<D> item;
        private final RawBsonDocument document;
        private boolean ambiguous;
        private int query;
        private boolean found;
        private boolean unchanged;

        Change(WriteItem<D> item, RawBsonDocument document) {
            this.item = item;
            this.document = document;
        }

        int size() {
            return document.getByteBuffer().remaining();
        }
    }

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
        List<List<Change<D>>> queries = queries(byKey.values());
        int parts = target.threads().partsOf(byKey.size());
        Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
        target.threads().forEach(parts, part -> {
            try {
                for (int query = part; query < queries.size(); query += parts) {
                    compare(queries.get(query), byKey, since);
                }
            } catch (RuntimeException e) {
                failures.add(e);
            }
        });
        if (!failures.isEmpty()) {
            throw failures.remove();
        }
        return byKey.values().stream()
                .filter(change -> change.unchanged)
                .map(change -> change.item)
                .toList();
    }

    /** Divides the changes among as many queries as they need, and not fewer than there are threads. */
    private List<List<Change<D>>> queries(Collection<Change<D>> changes) {
        int parts = target.threads().partsOf(changes.size());
        int most = Math.min(KEYS_PER_QUERY, (changes.size() + parts - 1) / parts);
        List<List<Change<D>>> queries = new ArrayList<>();
        List<Change<D>> query = new ArrayList<>();
        long bytes = 0;
        for (Change<D> change : changes) {
            if (query.size() == most || (bytes + change.size() > BYTES_PER_QUERY && !query.isEmpty())) {
                queries.add(query);
                query = new ArrayList<>();
                bytes = 0;
            }
            change.query = queries.size();
            change.found = false;
            change.unchanged = false;
            query.add(change);
            bytes += change.size();
        }
        queries.add(query);
        return queries;
    }

    /**
     * Compares the documents of one query batch by batch: together they may be larger than the memory. No change of the
     * query is unchanged if a document was found by an element of an array, since other documents may have the key of that
     * element.
     */
    private void compare(List<Change<D>> query, Map<MatchKey, Change<D>> byKey, @Nullable BsonTimestamp since) {
        try (ClientSession session = session()) {
            BsonDocument cursor = run(session, find(query, since));
            boolean certain = compare(query.get(0).query, cursor.getArray("firstBatch"), byKey);
            while (cursor.getInt64("id").getValue() != 0) {
                BsonDocument more = new BsonDocument("getMore", cursor.get("id"))
                        .append("collection", new BsonString(settings.collection()));
                cursor = run(session, more);
                certain &= compare(query.get(0).query, cursor.getArray("nextBatch"), byKey);
            }
            if (!certain) {
                query.forEach(change -> change.unchanged = false);
            }
        }
    }

    /** Compares documents of a query; returns whether the query asked for the key of each. */
    private boolean compare(int query, BsonArray batch, Map<MatchKey, Change<D>> byKey) {
        boolean certain = true;
        for (BsonValue value : batch) {
            RawBsonDocument current = (RawBsonDocument) value;
            Change<D> change = byKey.get(filter.key(current));
            if (change == null || change.query != query) {
                certain = false;
            } else {
                change.unchanged = !change.found && isUnchanged(change, current);
                change.found = true;
            }
        }
        return certain;
    }

    /** Runs a command without the driver's cursor, which copies each document; returns the cursor of the answer. */
    private BsonDocument run(ClientSession session, BsonDocument command) {
        return target.databases()
                .getMongoDatabase()
                .runCommand(session, command, ReadPreference.primary(), RawBsonDocument.class)
                .getDocument("cursor");
    }

    private BsonDocument find(List<Change<D>> query, @Nullable BsonTimestamp since) {
        List<RawBsonDocument> documents =
                query.stream().map(change -> change.document).toList();
        BsonDocument find = new BsonDocument("find", new BsonString(settings.collection()))
                .append("filter", filter.anyOf(documents))
                .append("batchSize", new BsonInt32(documents.size() + 1));
        if (since != null) {
            find.append(
                    "readConcern",
                    new BsonDocument("level", new BsonString("majority")).append("afterClusterTime", since));
        }
        if (target.comparing().isOptional()) {
            find.append("maxTimeMS", new BsonInt64(TimeUnit.SECONDS.toMillis(LONGEST_OPTIONAL_SECONDS)));
        }
        return find;
    }

    static boolean isComparable(WriteOperation operation) {
        return operation == WriteOperation.REPLACE || operation == WriteOperation.UPDATE;
    }

    private Map<MatchKey, Change<D>> byKey(List<WriteItem<D>> items) {
        Map<MatchKey, Change<D>> byKey = new LinkedHashMap<>(2 * items.size());
        for (WriteItem<D> item : items) {
            if (!item.isComplete()) {
                Change<D> change = new Change<>(item, writer.encode(item.document()));
                Change<D> another = byKey.putIfAbsent(filter.key(change.document), change);
                if (another != null) {
                    another.ambiguous = true;
                }
            }
        }
        byKey.values().removeIf(change -> change.ambiguous || !isComparable(change.item.operation()));
        return byKey;
    }

    /** Returns the time of the last operation of the primary; null if the server keeps none. */
    private @Nullable BsonTimestamp lastOperation() {
        if (target.server() == ServerKind.STANDALONE) {
            return null;
        }
        try (ClientSession session = session()) {
            target.databases()
                    .getMongoDatabase()
                    .runCommand(session, new BsonDocument("ping", new BsonInt32(1)), ReadPreference.primary());
            return session.getOperationTime();
        }
    }

    private ClientSession session() {
        return target.databases()
                .getMongoCluster()
                .startSession(
                        ClientSessionOptions.builder().causallyConsistent(true).build());
    }

    private boolean isUnchanged(Change<D> change, RawBsonDocument current) {
        RawBsonDocument document = change.document;
        if (change.item.operation() == WriteOperation.REPLACE) {
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
