package dev.mongohaul.schedule;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoServerException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import dev.mongohaul.mongo.Patience;
import dev.mongohaul.schedule.Slot.SlotClaim;
import dev.mongohaul.schedule.Slot.SlotState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Store of the slots of all schedules, {@value SlotDocuments#COLLECTION}: one document each, whose {@code _id} is the
 * job and the time, so that two processes cannot both have one. A claim lasts for a while, in the server's time, and is
 * renewed as long as its process lives. Thread-safe; retries while the server is unavailable.
 */
public final class Slots {

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoCollection<Document> slots;
    private final Patience retryPolicy;
    private final SlotHistory history;

    public Slots(MongoDatabase database, Patience retryPolicy) {
        this.slots = database.getCollection(SlotDocuments.COLLECTION)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.retryPolicy = retryPolicy;
        this.history = new SlotHistory(database, retryPolicy);
    }

    /** Returns the queries for slots. */
    public SlotHistory history() {
        return history;
    }

    /** Creates the index that finds a job's slots by their time. */
    public void createIndexes() {
        retryPolicy.run(
                "create the index of slots",
                () -> slots.createIndex(Indexes.descending(SlotDocuments.JOB, SlotDocuments.TIME)));
    }

    /**
     * Returns the time from which on a schedule is watched: that of the job's last slot, or now if there is none or the
     * schedule has changed.
     *
     * @param schedule as a text that is equal for equal schedules
     */
    public Instant watch(String job, String schedule, Instant now) {
        Document last = last(job);
        Instant before = last == null ? Instant.MIN : SlotDocuments.slot(last).time();
        if (last != null && schedule.equals(last.getString(SlotDocuments.SCHEDULE))) {
            return before;
        }
        Instant from = before.isAfter(now) ? before : now;
        complete(new Slot(job, from), schedule, SlotState.WATCHED, null, 0);
        return from;
    }

    /** Returns the time of a job's last slot in any state; empty if it has none. */
    public Optional<Instant> lastTime(String job) {
        return Optional.ofNullable(last(job))
                .map(document -> SlotDocuments.slot(document).time());
    }

    private @Nullable Document last(String job) {
        return retryPolicy.call(
                "read the slots",
                () -> slots.find(Filters.eq(SlotDocuments.JOB, job))
                        .sort(Sorts.descending(SlotDocuments.TIME))
                        .first());
    }

    /** Saves that a slot is due and waits, unless it is stored. */
    public void defer(Slot slot, String schedule) {
        Document waiting = new Document(SlotDocuments.SCHEDULE, SlotDocuments.literal(schedule))
                .append(SlotDocuments.STATE, SlotState.WAITING.name());
        insert("save the slot", unknown(slot), waiting);
    }

    /** Makes a refused slot wait again. Its notification is not sent again if it is refused again. */
    public void deferAgain(Slot slot) {
        Document waiting = new Document(SlotDocuments.STATE, SlotState.WAITING.name());
        Document unset = new Document("$unset", List.of(SlotDocuments.REASON, SlotDocuments.COMPLETED));
        update(
                "save the slot",
                Filters.and(SlotDocuments.id(slot), SlotDocuments.in(SlotState.REFUSED)),
                List.of(new Document("$set", waiting), unset));
    }

    /** Saves that a waiting slot is skipped. */
    public void miss(Slot slot, String reason) {
        Document missed = completed(SlotState.MISSED).append(SlotDocuments.REASON, SlotDocuments.literal(reason));
        update(
                "save the outcome of the slot",
                Filters.and(SlotDocuments.id(slot), SlotDocuments.in(SlotState.WAITING)),
                set(missed));
    }

    /**
     * Claims a slot that no living process has.
     *
     * @param schedule as in {@link #watch}
     */
    public Optional<SlotClaim> claim(Slot slot, String schedule, Duration lease) {
        String token = UUID.randomUUID().toString();
        Document claimed = new Document(SlotDocuments.SCHEDULE, SlotDocuments.literal(schedule))
                .append(SlotDocuments.STATE, SlotState.CLAIMED.name())
                .append(SlotDocuments.TOKEN, token)
                .append(SlotDocuments.EXPIRES, SlotDocuments.fromNow(lease));
        SlotClaim claim = new SlotClaim(slot, token, false);
        if (insert("claim the slot", SlotDocuments.owned(claim), claimed)) {
            return Optional.of(claim);
        }
        Bson waiting = Filters.and(SlotDocuments.id(slot), SlotDocuments.in(SlotState.WAITING));
        if (update("claim the slot", Filters.or(SlotDocuments.owned(claim), waiting), set(claimed))) {
            return Optional.of(claim);
        }
        Bson orphan = Filters.and(SlotDocuments.id(slot), SlotDocuments.claimed(SlotDocuments.expired()));
        boolean takenOver = update("take over the slot", Filters.or(SlotDocuments.owned(claim), orphan), set(claimed));
        return takenOver ? Optional.of(new SlotClaim(slot, token, true)) : Optional.empty();
    }

    /** Renews the lease of a claim, and returns whether the process still has it. */
    public boolean renew(SlotClaim claim, Duration lease) {
        Document renewed = new Document(SlotDocuments.EXPIRES, SlotDocuments.fromNow(lease));
        return update("renew the slot", SlotDocuments.owned(claim), set(renewed));
    }

    /** Releases a slot, so that another process can take it over at once. */
    public void release(SlotClaim claim) {
        update("release the slot", SlotDocuments.owned(claim), set(new Document(SlotDocuments.EXPIRES, Instant.EPOCH)));
    }

    /** Saves the outcome of a slot, if the claim is still valid. */
    public void complete(SlotClaim claim, SlotState state, @Nullable Long runId, @Nullable String reason) {
        Document completed = completed(state).append(SlotDocuments.RUN, runId);
        if (reason != null) {
            completed.append(SlotDocuments.REASON, SlotDocuments.literal(reason));
        }
        List<String> over = new ArrayList<>(List.of(SlotDocuments.TOKEN, SlotDocuments.EXPIRES));
        if (state != SlotState.REFUSED) {
            // A notification may have been sent when the slot was refused before.
            over.addAll(SlotDocuments.NOTIFICATION);
        }
        Document unset = new Document("$unset", over);
        update(
                "save the outcome of the slot",
                SlotDocuments.owned(claim),
                List.of(new Document("$set", completed), unset));
    }

    /**
     * Saves the state of a slot that is not run, unless it is stored.
     *
     * @param others number of slots before it with the same state
     */
    public void complete(Slot slot, String schedule, SlotState state, @Nullable String reason, int others) {
        Document completed = completed(state)
                .append(SlotDocuments.SCHEDULE, SlotDocuments.literal(schedule))
                .append(SlotDocuments.REASON, SlotDocuments.literal(reason))
                .append(SlotDocuments.OTHERS, others);
        insert("save the outcome of the slot", unknown(slot), completed);
    }

    private static Bson unknown(Slot slot) {
        return Filters.and(SlotDocuments.id(slot), Filters.exists(SlotDocuments.STATE, false));
    }

    private static Document completed(SlotState state) {
        return new Document(SlotDocuments.STATE, state.name()).append(SlotDocuments.COMPLETED, SlotDocuments.NOW);
    }

    private static List<Document> set(Document values) {
        return List.of(new Document("$set", values));
    }

    private boolean update(String doing, Bson filter, List<Document> pipeline) {
        return retryPolicy.call(doing, () -> slots.updateOne(filter, pipeline)).getMatchedCount() > 0;
    }

    /** Inserts a slot. If its document does not match the filter, the upsert is refused as a duplicate of its id. */
    private boolean insert(String doing, Bson filter, Document values) {
        try {
            retryPolicy.run(doing, () -> slots.updateOne(filter, set(values), UPSERT));
            return true;
        } catch (MongoServerException e) {
            if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }
}
