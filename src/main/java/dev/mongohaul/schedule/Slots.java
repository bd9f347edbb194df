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
import dev.mongohaul.mongo.RetryBudget;
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
 * The slots of all schedules, {@value SlotDocuments#COLLECTION}: one document each, whose {@code _id} is the job and the
 * time, so that two processes cannot both have one. A claim lasts for a while, in the server's time, and is renewed as long
 * as its process lives. Thread-safe; waits for a server in trouble.
 */
public final class Slots {

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoCollection<Document> slots;
    private final RetryBudget patience;
    private final SlotHistory history;

    public Slots(MongoDatabase database, RetryBudget patience) {
        this.slots = database.getCollection(SlotDocuments.COLLECTION)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.patience = patience;
        this.history = new SlotHistory(database, patience);
    }

    /** What became of slots before. */
    public SlotHistory history() {
        return history;
    }

    /** Makes the index that finds a job's slots by their time. */
    public void createIndexes() {
        patience.run(
                "make the index of slots",
                () -> slots.createIndex(Indexes.descending(SlotDocuments.JOB, SlotDocuments.TIME)));
    }

    /**
     * From when on a schedule is watched: the time of its last record, or now, where it has none, or was another.
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
        settle(new Slot(job, from), schedule, SlotState.WATCHED, null, 0);
        return from;
    }

    /** The time of a job's last record, of whichever process and state; empty where it has none. */
    public Optional<Instant> lastTime(String job) {
        return Optional.ofNullable(last(job))
                .map(document -> SlotDocuments.slot(document).time());
    }

    private @Nullable Document last(String job) {
        return patience.call(
                "read the slots",
                () -> slots.find(Filters.eq(SlotDocuments.JOB, job))
                        .sort(Sorts.descending(SlotDocuments.TIME))
                        .first());
    }

    /** Notes that a slot is due and waits; leaves it as it is where there is a record. */
    public void defer(Slot slot, String schedule) {
        Document waiting = new Document(SlotDocuments.SCHEDULE, SlotDocuments.literal(schedule))
                .append(SlotDocuments.STATE, SlotState.WAITING.name());
        insert("note the slot", unknown(slot), waiting);
    }

    /** Has a refused slot wait again. Its notice is not sent again if it is refused again. */
    public void deferAgain(Slot slot) {
        Document waiting = new Document(SlotDocuments.STATE, SlotState.WAITING.name());
        Document unset = new Document("$unset", List.of(SlotDocuments.REASON, SlotDocuments.SETTLED));
        update(
                "note the slot",
                Filters.and(SlotDocuments.id(slot), SlotDocuments.in(SlotState.REFUSED)),
                List.of(new Document("$set", waiting), unset));
    }

    /** Leaves out a slot that waited. */
    public void miss(Slot slot, String reason) {
        Document missed = settled(SlotState.MISSED).append(SlotDocuments.REASON, SlotDocuments.literal(reason));
        update(
                "settle the slot",
                Filters.and(SlotDocuments.id(slot), SlotDocuments.in(SlotState.WAITING)),
                set(missed));
    }

    /**
     * Gives this process a slot that nobody has, or whose process shows no sign of life any more.
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

    /** Whether the slot is this claim's still; if so, for the whole lease again. */
    public boolean renew(SlotClaim claim, Duration lease) {
        Document renewed = new Document(SlotDocuments.EXPIRES, SlotDocuments.fromNow(lease));
        return update("renew the slot", SlotDocuments.owned(claim), set(renewed));
    }

    /** Leaves a slot to whoever takes it over, at once. */
    public void release(SlotClaim claim) {
        update(
                "give the slot back",
                SlotDocuments.owned(claim),
                set(new Document(SlotDocuments.EXPIRES, Instant.EPOCH)));
    }

    /** Tells what became of a slot, where it is this claim's still. */
    public void settle(SlotClaim claim, SlotState state, @Nullable Long runId, @Nullable String reason) {
        Document settled = settled(state).append(SlotDocuments.RUN, runId);
        if (reason != null) {
            settled.append(SlotDocuments.REASON, SlotDocuments.literal(reason));
        }
        List<String> over = new ArrayList<>(List.of(SlotDocuments.TOKEN, SlotDocuments.EXPIRES));
        if (state != SlotState.REFUSED) {
            // A notice may have been sent when it was refused before.
            over.addAll(SlotDocuments.NOTICE);
        }
        Document unset = new Document("$unset", over);
        update("settle the slot", SlotDocuments.owned(claim), List.of(new Document("$set", settled), unset));
    }

    /**
     * Tells what became of a slot that nobody has, and nobody gets any more; leaves it as it is where there is a record.
     *
     * @param others slots before it that went the same way
     */
    public void settle(Slot slot, String schedule, SlotState state, @Nullable String reason, int others) {
        Document settled = settled(state)
                .append(SlotDocuments.SCHEDULE, SlotDocuments.literal(schedule))
                .append(SlotDocuments.REASON, SlotDocuments.literal(reason))
                .append(SlotDocuments.OTHERS, others);
        insert("settle the slot", unknown(slot), settled);
    }

    private static Bson unknown(Slot slot) {
        return Filters.and(SlotDocuments.id(slot), Filters.exists(SlotDocuments.STATE, false));
    }

    private static Document settled(SlotState state) {
        return new Document(SlotDocuments.STATE, state.name()).append(SlotDocuments.SETTLED, SlotDocuments.NOW);
    }

    private static List<Document> set(Document values) {
        return List.of(new Document("$set", values));
    }

    private boolean update(String doing, Bson filter, List<Document> pipeline) {
        return patience.call(doing, () -> slots.updateOne(filter, pipeline)).getMatchedCount() > 0;
    }

    /** Where the slot has a document that the filter leaves out, the upsert is a second one of its id, which is refused. */
    private boolean insert(String doing, Bson filter, Document values) {
        try {
            patience.run(doing, () -> slots.updateOne(filter, set(values), UPSERT));
            return true;
        } catch (MongoServerException e) {
            if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }
}
