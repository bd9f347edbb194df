package dev.mongohaul.serve.api;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Field;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import dev.mongohaul.repository.lease.ClaimFields;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Store of the starts that programs asked for, in the collection {@value #COLLECTION}, so that a request that is sent twice
 * starts one import, also if two processes receive it, or after a restart. A process owns a start by a claim that it renews
 * while the import runs. Thread-safe.
 */
final class StartStore {

    static final String COLLECTION = "mongohaul_starts";

    /** Longer than a few renewals, each of which can be late. */
    static final Duration LEASE = Duration.ofSeconds(30);

    /** Time for which a key is remembered. */
    private static final long KEPT_DAYS = 7;

    private static final ClaimFields CLAIM = new ClaimFields("token", "expiresAt");

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private static final Bson ORPHANED = Aggregates.set(new Field<>(
            "orphaned", new Document("$lt", List.of("$" + CLAIM.expiry(), ClaimFields.NOW))));

    private final MongoCollection<StoredStart> starts;

    StartStore(MongoDatabase database) {
        this.starts = database.getCollection(COLLECTION, StoredStart.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    void createIndexes() {
        starts.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(KEPT_DAYS, TimeUnit.DAYS));
    }

    Optional<StoredStart> find(String id) {
        return Optional.ofNullable(starts.aggregate(List.of(Aggregates.match(Filters.eq(id)), ORPHANED))
                .first());
    }

    /** Stores a new start with a claim; returns whether there was none. */
    boolean begin(StoredStart wanted) {
        return insert(wanted.id(), claimed(wanted));
    }

    /**
     * Claims a start that was refused, or whose process has ended; returns whether it did.
     *
     * @param before the start as it was found, which no other request may have claimed since
     */
    boolean takeOver(StoredStart wanted, StoredStart before) {
        Bson free = Filters.or(
                Filters.eq("state", StartState.REFUSED.name()),
                Filters.and(
                        Filters.eq("state", StartState.RUNNING.name()),
                        Filters.eq("importNumber", null),
                        CLAIM.expired()));
        return update(Filters.and(Filters.eq(before.id()), CLAIM.ownedBy(before.token()), free), claimed(wanted));
    }

    private static Document claimed(StoredStart wanted) {
        return CLAIM.claim(wanted.token(), LEASE)
                .append("job", ClaimFields.literal(wanted.job()))
                .append("body", wanted.body())
                .append("state", StartState.RUNNING.name())
                .append("importNumber", "$$REMOVE")
                .append("message", "$$REMOVE")
                .append("at", ClaimFields.NOW);
    }

    private boolean insert(String id, Document claimed) {
        try {
            // No document has this token, so that the update either inserts one or finds the id taken.
            return starts.updateOne(
                                    Filters.and(Filters.eq(id), CLAIM.ownedBy(claimed.getString(CLAIM.token()))),
                                    List.of(new Document("$set", claimed)),
                                    UPSERT)
                            .getUpsertedId()
                    != null;
        } catch (MongoWriteException e) {
            if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    /** Saves the progress of a start, and renews its claim; does nothing if its end is saved. */
    void save(StoredStart start, StartState state, @Nullable Long importNumber, @Nullable String message) {
        update(
                Filters.and(
                        Filters.eq(start.id()),
                        CLAIM.ownedBy(start.token()),
                        Filters.eq("state", StartState.RUNNING.name())),
                CLAIM.renewal(LEASE)
                        .append("state", state.name())
                        .append("importNumber", ClaimFields.literal(importNumber))
                        .append("message", ClaimFields.literal(message)));
    }

    private boolean update(Bson which, Document values) {
        return starts.updateOne(which, List.of(new Document("$set", values))).getMatchedCount() > 0;
    }
}
