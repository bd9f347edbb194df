package dev.mongohaul.schedule;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.lease.ClaimFields;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Queue of slots with pending notifications: those completed within the last day without a mark that they are notified,
 * and those whose files are late.
 *
 * <p>The write that completes a slot also makes its notification pending. If the process dies, another one sends it.
 * One process at a time claims a slot, for a while in the server's time; if it dies between sending and marking, the
 * notification is sent twice. Thread-safe; retries while the server is unavailable.
 */
public final class PendingNotifications {

    /** Longest age of a pending notification; older ones are dropped. */
    static final Duration NEWS = Duration.ofDays(1);

    private static final String NOTIFIED_AT = "told.at";
    private static final String LATE_TOLD = "late.told";
    private static final ClaimFields CLAIM = new ClaimFields("telling.token", "telling.until");
    private static final List<String> NEVER_NOTIFIED =
            List.of(SlotState.WATCHED.name(), SlotState.WAITING.name(), SlotState.CLAIMED.name());

    private static final List<String> ENDED =
            List.of(SlotState.RAN.name(), SlotState.REFUSED.name(), SlotState.MISSED.name());

    private static final FindOneAndUpdateOptions FIRST =
            new FindOneAndUpdateOptions().sort(Sorts.ascending(Slots.COMPLETED)).returnDocument(ReturnDocument.AFTER);

    private final MongoCollection<Document> slots;
    private final RetryBudget retries;

    public PendingNotifications(MongoDatabase database, RetryBudget retries) {
        this.slots = Slots.collection(database);
        this.retries = retries;
    }

    /** Creates the index of pending notifications, by which slots already notified are not read. */
    public void createIndexes() {
        retries.run(
                "create the index of pending notifications",
                () -> slots.createIndex(Indexes.ascending(NOTIFIED_AT, Slots.COMPLETED)));
    }

    public RetryBudget retries() {
        return retries;
    }

    /** Returns the last slot of the job before another that was run, refused or missed. */
    public Optional<SlotRecord> before(Slot slot) {
        Bson earlier = Filters.and(
                Filters.eq(Slots.JOB, slot.job()),
                Filters.lt(Slots.TIME, Date.from(slot.time())),
                Filters.in(Slots.STATE, ENDED));
        return retries.call(
                "read the slot before",
                () -> Optional.ofNullable(slots.find(earlier)
                                .sort(Sorts.descending(Slots.TIME))
                                .first())
                        .map(Slots::record));
    }

    /** Claims the oldest pending notification that no other process has; empty if there is none. */
    public Optional<PendingNotification> claim(Duration lease) {
        String token = UUID.randomUUID().toString();
        List<Bson> claim = List.of(
                new Document("$set", CLAIM.claim(token, lease)),
                set("telling.attempts", Document.parse("{$add: [{$ifNull: ['$telling.attempts', 0]}, 1]}")));
        return retries.call(
                        "look for pending notifications",
                        () -> Optional.ofNullable(slots.findOneAndUpdate(free(token), claim, FIRST)))
                .map(document -> pending(document, lease));
    }

    /**
     * Marks a slot as notified, if this process still has it.
     *
     * @param events that were sent; empty if there was nothing to send
     * @param undelivered why the notification could not be delivered; null if it was
     */
    public void markNotified(PendingNotification slot, List<String> events, @Nullable String undelivered) {
        String mark = slot.record().state() == SlotState.CLAIMED ? LATE_TOLD : "told";
        Document notified = new Document("at", ClaimFields.NOW)
                .append("events", ClaimFields.literal(events))
                .append("attempts", slot.attempts());
        if (undelivered != null) {
            notified.append("undelivered", ClaimFields.literal(undelivered));
        }
        retries.run(
                "mark the slot as notified",
                () -> slots.updateOne(owned(slot), List.of(set(mark, notified), new Document("$unset", "telling"))));
    }

    /** Postpones the notification of a slot; any process may send it then. */
    public void postpone(PendingNotification slot, Duration delay, boolean refused) {
        retries.run(
                "postpone the notification",
                () -> slots.updateOne(
                        owned(slot),
                        List.of(
                                new Document("$set", CLAIM.claim("none", delay)),
                                set("telling.refusals", slot.refusals() + (refused ? 1 : 0)))));
    }

    /**
     * Returns the filter for slots that can be claimed. The comparison with null reads one range of the index; a slot
     * that was never claimed has no end of its claim. A slot with this token was claimed by an attempt whose answer was
     * lost.
     */
    private static Bson free(String token) {
        Bson completed = Filters.and(recent(Slots.COMPLETED), Filters.nin(Slots.STATE, NEVER_NOTIFIED));
        Bson late = Filters.and(
                recent(Slots.LATE_AT),
                Filters.eq(Slots.STATE, SlotState.CLAIMED.name()),
                Filters.exists(LATE_TOLD, false));
        return Filters.and(Filters.eq(NOTIFIED_AT, null), Filters.or(completed, late), CLAIM.freeFor(token));
    }

    private static Bson recent(String time) {
        return Filters.expr(new Document(
                "$gt", List.of("$" + time, new Document("$subtract", List.of("$$NOW", NEWS.toMillis())))));
    }

    private static Bson owned(PendingNotification slot) {
        return Filters.and(Slots.id(slot.record().slot()), CLAIM.ownedBy(slot.token()));
    }

    private static PendingNotification pending(Document document, Duration lease) {
        Document claim = document.get("telling", Document.class);
        SlotRecord record = Slots.record(document);
        return new PendingNotification(
                record.state() == SlotState.CLAIMED ? late(record, document) : record,
                claim.getString("token"),
                claim.getDate("until").toInstant().minus(lease),
                claim.getInteger("attempts"),
                claim.getInteger("refusals", 0),
                claim.containsKey("refusals"));
    }

    private static SlotRecord late(SlotRecord slot, Document document) {
        Document late = document.get(Slots.LATE, Document.class);
        return new SlotRecord(
                slot.slot(),
                slot.state(),
                null,
                List.of(),
                late.getString("reason"),
                0,
                late.getDate("at").toInstant(),
                null,
                slot.zone(),
                null);
    }

    private static Document set(String key, Object value) {
        return new Document("$set", new Document(key, value));
    }
}
