package dev.mongohaul.writer.delivery;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerState;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.MatchKey;
import dev.mongohaul.writer.send.WriteTarget;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Comparison of the replacements and updates of a chunk with the current documents, before any of them is sent. Those that
 * would change nothing need not be sent; nor do records that are only added if no document has their key.
 *
 * <p>In doubt a record is sent: if its chunk has another record of its key, if several documents have the key, or if the
 * documents cannot be read.
 */
final class ChunkComparison<D> {

    private static final Logger LOG = LoggerFactory.getLogger(ChunkComparison.class);

    /** A majority of the replica set may lag behind, or be away. */
    private static final Duration LONGEST_OPTIONAL = Duration.ofSeconds(10);

    private static final int UNAUTHORIZED = ServerState.UNAUTHORIZED.code();

    private final DocumentSender<D> sender;
    private final WriteTarget target;
    private final RetryBudget retries;
    private final CompareChoice choice;
    private final MatchFilter filter;
    private final CurrentDocuments documents;
    private final DocumentEquality equality;

    ChunkComparison(
            DocumentSender<D> sender,
            WriteTarget target,
            RetryBudget retries,
            CompareChoice choice,
            DocumentEquality equality) {
        this.sender = sender;
        this.target = target;
        this.retries = retries;
        this.choice = choice;
        this.filter = new MatchFilter(target.settings());
        boolean onlyKeys = target.settings().insertsOnly();
        this.documents = onlyKeys ? CurrentDocuments.keysOf(target, filter) : new CurrentDocuments(target, filter);
        this.equality = equality;
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
        return byKey.isEmpty() ? List.of() : retries.call("compare documents", () -> compare(byKey));
    }

    private Map<MatchKey, Change<D>> byKey(List<WriteItem<D>> items) {
        Map<MatchKey, Change<D>> byKey = new LinkedHashMap<>(2 * items.size());
        for (WriteItem<D> item : items) {
            if (!item.isComplete()) {
                Change<D> change = new Change<>(item, sender.encode(item.document()));
                Change<D> another = byKey.putIfAbsent(filter.key(change.document), change);
                if (another != null) {
                    another.ambiguous = true;
                }
            }
        }
        byKey.values().removeIf(change -> change.ambiguous || !equality.isComparable(change.item.operation()));
        return byKey;
    }

    private List<WriteItem<D>> compare(Map<MatchKey, Change<D>> byKey) {
        try {
            target.endUnconfirmed();
            return unchanged(byKey, documents.lastOperation());
        } catch (MongoException failure) {
            boolean passing = ServerStates.isServerState(failure) && failure.getCode() != UNAUTHORIZED;
            if (!passing && failure instanceof MongoCommandException refusal) {
                choice.stop();
                LOG.warn(
                        "Documents are not compared before they are sent, since {} cannot be read: {}",
                        target.collection().getNamespace(),
                        refusal.getErrorMessage());
                return List.of();
            }
            if (passing && choice.isOptional()) {
                LOG.debug("A chunk is not compared", failure);
                return List.of();
            }
            throw failure;
        }
    }

    /** Reads and compares parts of the chunk at the same time. */
    private List<WriteItem<D>> unchanged(Map<MatchKey, Change<D>> byKey, @Nullable BsonTimestamp since) {
        if (!documents.areCertain(since)) {
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
        byKey.values().forEach(change -> change.item.absent(!change.found));
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
        List<RawBsonDocument> sought =
                query.stream().map(change -> change.document).toList();
        documents.read(sought, since, choice.isOptional() ? LONGEST_OPTIONAL : null, current -> {
            Change<D> change = byKey.get(filter.key(current));
            if (change == null || change.query != query.get(0).query) {
                certain.set(false);
            } else {
                change.unchanged =
                        !change.found && equality.leavesAsItIs(change.item.operation(), change.document, current);
                change.found = true;
            }
        });
        if (!certain.get()) {
            query.forEach(change -> change.unchanged = false);
        }
    }
}
