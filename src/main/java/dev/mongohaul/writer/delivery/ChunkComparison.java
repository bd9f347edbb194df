package dev.mongohaul.writer.delivery;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.ServerState;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.mongo.session.PreImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Comparison of the replacements and updates of a chunk with the current documents, before any of them is sent. Those that
 * would change nothing need not be sent. If the import can be undone, the current documents are saved as well.
 *
 * <p>The documents are read from the primary, with all that it has executed before, and only after a majority has it: a
 * document that was found unchanged cannot be rolled back. A standalone server has no majority.
 *
 * <p>In doubt a record is sent: if its chunk has another record of its key, if several documents have the key, or if the
 * documents cannot be read.
 */
final class ChunkComparison<D> {

    private static final Logger LOG = LoggerFactory.getLogger(ChunkComparison.class);

    /** Most bytes of documents in memory before they are saved. */
    private static final long BYTES_AT_ONCE = 8 << 20;

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
        int parts = target.threads().partsOf(byKey.size());
        // As many queries as the keys need, and not fewer than there are threads.
        List<List<Change<D>>> queries = KeyQueries.of(
                byKey.values(), (byKey.size() + parts - 1) / parts, change -> filter.bytesInAnyOf(change.document));
        for (int query = 0; query < queries.size(); query++) {
            for (Change<D> change : queries.get(query)) {
                change.query = query;
                change.found = false;
                change.unchanged = false;
            }
        }
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

    /**
     * Compares the documents of one query. No change of the query is unchanged if a document was found by an element of an
     * array, since other documents may have the key of that element.
     */
    private void compare(List<Change<D>> query, Map<MatchKey, Change<D>> byKey, @Nullable BsonTimestamp since) {
        AtomicBoolean certain = new AtomicBoolean(true);
        BsonDocument find = find(query.stream().map(change -> change.document).toList(), since);
        if (target.comparing().isOptional()) {
            find.append("maxTimeMS", new BsonInt64(TimeUnit.SECONDS.toMillis(LONGEST_OPTIONAL_SECONDS)));
        }
        read(find, current -> {
            Change<D> change = byKey.get(filter.key(current));
            if (change == null || change.query != query.get(0).query) {
                certain.set(false);
            } else {
                change.unchanged = !change.found && isUnchanged(change, current);
                change.found = true;
            }
        });
        if (!certain.get()) {
            query.forEach(change -> change.unchanged = false);
        }
    }

    /** Reads the documents that a command finds, batch by batch: together they may be larger than the memory. */
    private void read(BsonDocument find, Consumer<RawBsonDocument> found) {
        try (ClientSession session = session()) {
            BsonDocument cursor = run(session, find);
            cursor.getArray("firstBatch").forEach(document -> found.accept((RawBsonDocument) document));
            while (cursor.getInt64("id").getValue() != 0) {
                BsonDocument more = new BsonDocument("getMore", cursor.get("id"))
                        .append("collection", new BsonString(settings.collection()));
                cursor = run(session, more);
                cursor.getArray("nextBatch").forEach(document -> found.accept((RawBsonDocument) document));
            }
        }
    }

    /** Runs a command without the driver's cursor, which copies each document; returns the cursor of the answer. */
    private BsonDocument run(ClientSession session, BsonDocument command) {
        return target.databases()
                .getMongoDatabase()
                .runCommand(session, command, ReadPreference.primary(), RawBsonDocument.class)
                .getDocument("cursor");
    }

    /**
     * Returns the command that finds the documents that have the key of any of these.
     *
     * @param since time of an operation that a majority must have; null for any state of the primary
     */
    private BsonDocument find(List<RawBsonDocument> documents, @Nullable BsonTimestamp since) {
        BsonDocument find = new BsonDocument("find", new BsonString(settings.collection()))
                .append("filter", filter.anyOf(documents))
                .append("batchSize", new BsonInt32(documents.size() + 1));
        if (since != null) {
            find.append(
                    "readConcern",
                    new BsonDocument("level", new BsonString("majority")).append("afterClusterTime", since));
        }
        return find;
    }

    /**
     * Saves the documents of all records without an outcome as they are, with what the records make of them, before anything
     * is sent. Returns what {@link #unchanged} does, by the same read.
     *
     * @param compares whether to return unchanged records
     */
    List<WriteItem<D>> keep(List<WriteItem<D>> items, boolean compares) {
        Map<MatchKey, List<Change<D>>> byKey = new LinkedHashMap<>();
        for (WriteItem<D> item : items) {
            if (!item.isComplete()) {
                RawBsonDocument document = writer.encode(item.document());
                byKey.computeIfAbsent(filter.key(document), key -> new ArrayList<>())
                        .add(new Change<>(item, document));
            }
        }
        if (settings.generatedIds()) {
            save(byKey.values().stream().map(changes -> image(null, changes)).toList());
            return List.of();
        }
        return byKey.isEmpty()
                ? List.of()
                : writer.retries().call("read documents before they are changed", () -> {
                    target.endUnconfirmed();
                    return keep(byKey, compares ? lastOperation() : null, compares);
                });
    }

    private List<WriteItem<D>> keep(
            Map<MatchKey, List<Change<D>>> byKey, @Nullable BsonTimestamp since, boolean compares) {
        List<WriteItem<D>> unchanged = new ArrayList<>();
        KeyQueries.of(byKey.values(), changes -> filter.bytesInAnyOf(changes.get(0).document))
                .forEach(query -> unchanged.addAll(keepQueried(query, since)));
        boolean certain = compares && (since != null || target.server() == ServerKind.STANDALONE);
        return certain ? unchanged : List.of();
    }

    /** Reads and saves the documents of one query. One that is found by an element of an array may be changed or not. */
    private List<WriteItem<D>> keepQueried(List<List<Change<D>>> query, @Nullable BsonTimestamp since) {
        Map<MatchKey, List<Change<D>>> byKey = new LinkedHashMap<>();
        query.forEach(changes -> byKey.put(filter.key(changes.get(0).document), changes));
        Map<MatchKey, Boolean> unchanged = new HashMap<>();
        List<PreImage> images = new ArrayList<>();
        AtomicLong bytes = new AtomicLong();
        AtomicBoolean certain = new AtomicBoolean(true);
        List<RawBsonDocument> sought =
                query.stream().map(changes -> changes.get(0).document).toList();
        read(find(sought, since), current -> {
            MatchKey key = filter.key(current);
            List<Change<D>> changes = byKey.get(key);
            if (changes == null) {
                certain.set(false);
                images.add(new PreImage(PreImage.idOf(current), current, PreImage.UNKNOWN));
            } else {
                images.add(image(current, changes));
                boolean same = changes.size() == 1
                        && isComparable(changes.get(0).item.operation())
                        && isUnchanged(changes.get(0), current);
                unchanged.merge(key, same, (one, another) -> false);
            }
            if (bytes.addAndGet(current.getByteBuffer().remaining()) > BYTES_AT_ONCE) {
                save(images);
                images.clear();
                bytes.set(0);
            }
        });
        byKey.forEach((key, changes) -> {
            if (!unchanged.containsKey(key)) {
                images.add(image(null, changes));
            }
        });
        save(images);
        return unchanged.entrySet().stream()
                .filter(same -> certain.get() && same.getValue())
                .map(same -> Objects.requireNonNull(byKey.get(same.getKey())).get(0).item)
                .toList();
    }

    private void save(List<PreImage> images) {
        Objects.requireNonNull(target.preImages())
                .save(images.stream().filter(image -> !image.isUnchanged()).toList());
    }

    /** Returns the document with what the records of its key make of it, if the server refuses none of them. */
    private PreImage image(@Nullable RawBsonDocument current, List<Change<D>> changes) {
        BsonDocument document = current;
        boolean ordered = true;
        for (Change<D> change : changes) {
            boolean adds = document == null && !settings.needsMatch(change.item.operation());
            switch (change.item.operation()) {
                case INSERT, INSERT_AGAIN -> document = adds ? change.document : document;
                case REPLACE -> {
                    document = document == null && !adds ? null : replacement(change.document, document);
                    ordered = true;
                }
                case UPDATE -> {
                    if (document != null || adds) {
                        BsonDocument before = document == null
                                ? new BsonDocument(ID, PreImage.idOf(change.document))
                                : new RawBsonDocument(document, CODEC).decode(CODEC);
                        document = MatchFilter.updated(before, filter.update(change.document));
                        ordered = false;
                        if (document == null) {
                            return new PreImage(
                                    PreImage.idOf(current == null ? change.document : current),
                                    current,
                                    PreImage.UNKNOWN);
                        }
                    }
                }
                case DELETE -> document = null;
            }
        }
        BsonValue id = PreImage.idOf(current == null ? changes.get(0).document : current);
        return new PreImage(id, current, document == null ? null : hash(document, ordered));
    }

    private static RawBsonDocument replacement(RawBsonDocument document, @Nullable BsonDocument present) {
        if (present == null || document.containsKey(ID)) {
            return document;
        }
        BsonDocument whole = new BsonDocument(ID, PreImage.idOf(present));
        whole.putAll(document);
        return new RawBsonDocument(whole, CODEC);
    }

    private static Binary hash(BsonDocument document, boolean ordered) {
        return ordered
                ? PreImage.hash(document instanceof RawBsonDocument raw ? raw : new RawBsonDocument(document, CODEC))
                : PreImage.hashInAnyOrder(document);
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
