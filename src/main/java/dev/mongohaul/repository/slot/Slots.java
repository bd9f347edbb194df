package dev.mongohaul.repository.slot;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.trouble.Patience;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The slots of all schedules, {@value #COLLECTION}: one document each, whose {@code _id} is the job and the time, so that two
 * processes cannot both have one. A claim lasts for a while, in the server's time, and is renewed as long as its process
 * lives. Thread-safe; waits for a server in trouble.
 */
public final class Slots {

    static final String COLLECTION = "mongohaul_slots";

    private static final int DUPLICATE_KEY = 11000;
    private static final String JOB = "_id.job";
    private static final String TIME = "_id.time";
    private static final String STATE = "state";
    private static final String TOKEN = "token";
    private static final String EXPIRES = "expiresAt";

    private final MongoCollection<Document> slots;
    private final Patience patience;

    public Slots(MongoDatabase database, Patience patience) {
        this.slots = database.getCollection(COLLECTION);
        this.patience = patience;
    }

    /** Makes the index that finds a job's slots by their time. */
    public void createIndexes() {
        patience.run("make the index of slots", () -> slots.createIndex(Indexes.descending(JOB, TIME)));
    }

    /**
     * From when on a schedule is watched: the time of its last record, or now, where it has none, or was another.
     *
     * @param schedule as a text that is equal for equal schedules
     */
    public Instant watch(String job, String schedule, Instant now) {
        Document last = patience.call("read the slots", () -> slots.find(Filters.eq(JOB, job))
                .sort(Sorts.descending(TIME))
                .first());
        if (last != null && schedule.equals(last.getString("schedule"))) {
            return slotOf(last).time();
        }
        Instant from = last == null || slotOf(last).time().isBefore(now) ? now : slotOf(last).time();
        settle(new Slot(job, from), schedule, SlotState.WATCHED, null, 0);
        return from;
    }

    /**
     * Gives this process a slot that nobody has, or whose process shows no sign of life any more.
     *
     * @param schedule as in {@link #watch}
     */
    public Optional<SlotClaim> claim(Slot slot, String schedule, Duration lease) {
        String token = UUID.randomUUID().toString();
        Bson free = Filters.and(
                id(slot), Filters.eq(STATE, SlotState.CLAIMED.name()), expired(), Filters.ne(TOKEN, token));
        Document update = new Document("schedule", new Document("$literal", schedule))
                .append(STATE, SlotState.CLAIMED.name())
                .append(TOKEN, token)
                .append(EXPIRES, inServerTime(lease));
        // Where the slot is another's, the upsert ends as a second document of the same _id, which is refused.
        try {
            Document before = patience.call(
                    "claim the slot",
                    () -> slots.findOneAndUpdate(
                            Filters.or(free, Filters.and(id(slot), Filters.eq(TOKEN, token))),
                            List.of(new Document("$set", update)),
                            new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.BEFORE)));
            return Optional.of(new SlotClaim(slot, token, before != null && !token.equals(before.getString(TOKEN))));
        } catch (DuplicateKeyException e) {
            return Optional.empty();
        } catch (MongoCommandException e) {
            if (e.getErrorCode() == DUPLICATE_KEY) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Whether the slot is this claim's still; if so, for the whole lease again. */
    public boolean renew(SlotClaim claim, Duration lease) {
        return patience.call(
                                "renew the slot",
                                () -> slots.updateOne(
                                        owned(claim),
                                        List.of(new Document("$set", new Document(EXPIRES, inServerTime(lease))))))
                        .getMatchedCount()
                > 0;
    }

    /** Leaves a slot to whoever takes it over, at once. */
    public void release(SlotClaim claim) {
        patience.run(
                "give the slot back",
                () -> slots.updateOne(
                        owned(claim), List.of(new Document("$set", new Document(EXPIRES, new Date(0))))));
    }

    /** Tells what became of a slot, where it is this claim's still. */
    public void settle(SlotClaim claim, SlotState state, @Nullable Long runId, @Nullable String reason) {
        Document settled = new Document(STATE, state.name()).append("settledAt", "$$NOW");
        if (runId != null) {
            settled.append("runId", runId);
        }
        if (reason != null) {
            settled.append("reason", new Document("$literal", reason));
        }
        patience.run(
                "settle the slot",
                () -> slots.updateOne(
                        owned(claim),
                        List.of(new Document("$set", settled), new Document("$unset", List.of(TOKEN, EXPIRES)))));
    }

    /**
     * Tells what became of a slot that nobody has, and nobody gets any more; leaves it as it is where there is a record.
     *
     * @param others slots before it that went the same way
     * @return whether this call made the record
     */
    public boolean settle(Slot slot, String schedule, SlotState state, @Nullable String reason, int others) {
        Document settled = new Document("schedule", new Document("$literal", schedule))
                .append(STATE, state.name())
                .append("reason", new Document("$literal", reason))
                .append("others", others)
                .append("settledAt", "$$NOW");
        try {
            return patience.call(
                            "settle the slot",
                            () -> slots.findOneAndUpdate(
                                    Filters.and(id(slot), Filters.exists(STATE, false)),
                                    List.of(new Document("$set", settled)),
                                    new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER)))
                    != null;
        } catch (DuplicateKeyException e) {
            return false;
        } catch (MongoCommandException e) {
            if (e.getErrorCode() == DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    /** A slot of the job before this one that a living process has; empty where there is none. */
    public Optional<SlotRecord> openBefore(Slot slot) {
        return find(
                        Filters.and(
                                Filters.eq(JOB, slot.job()),
                                Filters.lt(TIME, Date.from(slot.time())),
                                Filters.eq(STATE, SlotState.CLAIMED.name()),
                                Filters.not(expired())),
                        1)
                .stream()
                .findFirst();
    }

    /** Slots of the job that a process had that shows no sign of life any more, the oldest first. */
    public List<Slot> orphans(String job) {
        return find(
                        Filters.and(Filters.eq(JOB, job), Filters.eq(STATE, SlotState.CLAIMED.name()), expired()),
                        Integer.MAX_VALUE)
                .stream()
                .map(SlotRecord::slot)
                .sorted(java.util.Comparator.comparing(Slot::time))
                .toList();
    }

    /** The last slots of a job, the newest first. */
    public List<SlotRecord> recent(String job, int limit) {
        return find(Filters.and(Filters.eq(JOB, job), Filters.ne(STATE, SlotState.WATCHED.name())), limit);
    }

    private List<SlotRecord> find(Bson filter, int limit) {
        return patience.call(
                "read the slots",
                () -> slots
                        .find(filter)
                        .sort(Sorts.descending(TIME))
                        .limit(limit == Integer.MAX_VALUE ? 0 : limit)
                        .into(new ArrayList<>())
                        .stream()
                        .map(Slots::recordOf)
                        .toList());
    }

    private static SlotRecord recordOf(Document document) {
        Date settled = document.getDate("settledAt");
        return new SlotRecord(
                slotOf(document),
                SlotState.valueOf(document.getString(STATE)),
                document.getLong("runId"),
                document.getString("reason"),
                document.getInteger("others", 0),
                settled == null ? null : settled.toInstant());
    }

    private static Slot slotOf(Document document) {
        Document id = document.get("_id", Document.class);
        return new Slot(id.getString("job"), id.getDate("time").toInstant());
    }

    private static Bson id(Slot slot) {
        return Filters.eq(new Document("job", slot.job()).append("time", Date.from(slot.time())));
    }

    private static Bson owned(SlotClaim claim) {
        return Filters.and(id(claim.slot()), Filters.eq(TOKEN, claim.token()));
    }

    private static Bson expired() {
        return Filters.expr(Document.parse("{$lt: ['$" + EXPIRES + "', '$$NOW']}"));
    }

    private static Document inServerTime(Duration duration) {
        return new Document("$add", List.of("$$NOW", duration.toMillis()));
    }
}
