package dev.mongohaul.writer.delivery;

import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.session.PreImage;
import dev.mongohaul.mongo.session.PreImageSink;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.MatchKey;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Pre-images of a chunk, for an import that can be undone: the current documents of its records, and what the records make
 * of them.
 */
final class ChunkImages<D> {

    /** Most bytes of documents in memory before they are saved. */
    private static final long BYTES_AT_ONCE = 8 << 20;

    private static final String ID = "_id";
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final DocumentSender<D> sender;
    private final WriteTarget target;
    private final RetryBudget retries;
    private final PreImageSink sink;
    private final WriteSettings settings;
    private final MatchFilter filter;
    private final CurrentDocuments documents;
    private final DocumentEquality equality;

    ChunkImages(
            DocumentSender<D> sender,
            WriteTarget target,
            RetryBudget retries,
            PreImageSink sink,
            DocumentEquality equality) {
        this.sender = sender;
        this.target = target;
        this.retries = retries;
        this.sink = sink;
        this.settings = target.settings();
        this.filter = new MatchFilter(settings);
        this.documents = new CurrentDocuments(target, filter);
        this.equality = equality;
    }

    private record Change<D>(WriteItem<D> item, RawBsonDocument document) {}

    /** Returns whether documents are kept as they are before they are changed. */
    boolean isOpen() {
        return sink.isOpen();
    }

    /**
     * Saves the documents of all records without an outcome as they are, with what the records make of them, before anything
     * is sent. Returns the records that would change nothing, found by the same read.
     *
     * @param compares whether to return such records
     */
    List<WriteItem<D>> keep(List<WriteItem<D>> items, boolean compares) {
        Map<MatchKey, List<Change<D>>> byKey = new LinkedHashMap<>();
        for (WriteItem<D> item : items) {
            if (!item.isComplete()) {
                RawBsonDocument document = sender.encode(item.document());
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
                : retries.call("read documents before they are changed", () -> {
                    target.endUnconfirmed();
                    return keep(byKey, compares ? documents.lastOperation() : null, compares);
                });
    }

    private List<WriteItem<D>> keep(
            Map<MatchKey, List<Change<D>>> byKey, @Nullable BsonTimestamp since, boolean compares) {
        boolean leaves = compares && documents.areCertain(since);
        List<WriteItem<D>> unchanged = new ArrayList<>();
        KeyQueries.of(byKey.values(), changes -> filter.bytesInAnyOf(changes.get(0).document))
                .forEach(query -> unchanged.addAll(keepQueried(query, since, leaves)));
        return leaves ? unchanged : List.of();
    }

    /**
     * Reads and saves the documents of one query. One that is found by an element of an array may be changed or not.
     *
     * @param leaves whether records that would change nothing are not sent, so that their documents need not be saved
     */
    private List<WriteItem<D>> keepQueried(List<List<Change<D>>> query, @Nullable BsonTimestamp since, boolean leaves) {
        Map<MatchKey, List<Change<D>>> byKey = new LinkedHashMap<>();
        query.forEach(changes -> byKey.put(filter.key(changes.get(0).document), changes));
        Map<MatchKey, Boolean> unchanged = new HashMap<>();
        List<PreImage> images = new ArrayList<>();
        AtomicLong bytes = new AtomicLong();
        AtomicBoolean certain = new AtomicBoolean(true);
        Set<MatchKey> left = new HashSet<>();
        List<RawBsonDocument> sought =
                query.stream().map(changes -> changes.get(0).document).toList();
        documents.read(sought, since, null, current -> {
            MatchKey key = filter.key(current);
            List<Change<D>> changes = byKey.get(key);
            if (changes == null) {
                certain.set(false);
                images.add(new PreImage(PreImage.idOf(current), current, PreImage.UNKNOWN));
            } else {
                boolean same = leaveAsItIs(changes, current);
                if (leaves && same) {
                    left.add(key);
                } else {
                    images.add(image(current, changes));
                }
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
                // Otherwise no document is there before or after.
                if (changes.stream().anyMatch(change -> !change.item.operation().needsMatch())) {
                    images.add(image(null, changes));
                }
                changes.get(0).item.absent(changes.size() == 1);
            }
        });
        save(images);
        if (left.stream().anyMatch(key -> !certain.get() || !Boolean.TRUE.equals(unchanged.get(key)))) {
            return keepQueried(query, since, false);
        }
        return unchanged.entrySet().stream()
                .filter(same -> certain.get() && same.getValue())
                .map(same -> Objects.requireNonNull(byKey.get(same.getKey())).get(0).item)
                .toList();
    }

    private boolean leaveAsItIs(List<Change<D>> changes, RawBsonDocument current) {
        WriteOperation operation = changes.get(0).item.operation();
        return changes.size() == 1
                && equality.isComparable(operation)
                && equality.leavesAsItIs(operation, changes.get(0).document, current);
    }

    private void save(List<PreImage> images) {
        sink.save(images.stream().filter(image -> !image.isUnchanged()).toList());
    }

    /** Returns the document with what the records of its key make of it, if the server refuses none of them. */
    private PreImage image(@Nullable RawBsonDocument current, List<Change<D>> changes) {
        BsonDocument document = current;
        boolean ordered = true;
        for (Change<D> change : changes) {
            boolean adds = document == null && !change.item.operation().needsMatch();
            switch (change.item.operation()) {
                case INSERT, ADD, INSERT_AGAIN -> document = adds ? change.document : document;
                case REPLACE, UPSERT -> {
                    document = document == null && !adds ? null : replacement(change.document, document);
                    ordered = true;
                }
                case UPDATE, MERGE -> {
                    if (document != null || adds) {
                        BsonDocument before = document == null
                                ? new BsonDocument(ID, PreImage.idOf(change.document))
                                : new RawBsonDocument(document, CODEC).decode(CODEC);
                        document = MatchFilter.updated(before, filter.update(change.item.operation(), change.document));
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
}
