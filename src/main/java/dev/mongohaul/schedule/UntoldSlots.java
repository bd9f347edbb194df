package dev.mongohaul.schedule;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.RetryBudget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The slots that somebody is still to be told of: settled within the last day, and not marked as told.
 *
 * <p>What has to be told is so kept by the very write that settles the slot: a process that dies in between leaves it to
 * the next. One process at a time has a slot to tell, for a while, in the server's time; one that dies between telling
 * and marking has it told twice. Thread-safe; waits for a server in trouble.
 */
public final class UntoldSlots {

    /** For how long a slot can be told: what is older is no news. */
    public static final Duration NEWS = Duration.ofDays(1);

    private static final String TOLD_AT = "told.at";
    private static final String TOKEN = "telling.token";
    private static final List<String> NEVER_TOLD =
            List.of(SlotState.WATCHED.name(), SlotState.WAITING.name(), SlotState.CLAIMED.name());

    private static final FindOneAndUpdateOptions FIRST = new FindOneAndUpdateOptions()
            .sort(Sorts.ascending(SlotDocuments.SETTLED))
            .returnDocument(ReturnDocument.AFTER);

    private final MongoCollection<Document> slots;
    private final RetryBudget patience;

    public UntoldSlots(MongoDatabase database, RetryBudget patience) {
        this.slots = database.getCollection(SlotDocuments.COLLECTION)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.patience = patience;
    }

    /** Makes the index that finds them: of the many that are told, it reads none. */
    public void createIndexes() {
        patience.run(
                "make the index of slots to tell",
                () -> slots.createIndex(Indexes.ascending(TOLD_AT, SlotDocuments.SETTLED)));
    }

    /** Gives this process the one that was settled first, of those that nobody has; empty where there is none. */
    public Optional<UntoldSlot> claim(Duration lease) {
        String token = UUID.randomUUID().toString();
        List<Bson> claim = List.of(
                set(TOKEN, token),
                set("telling.until", SlotDocuments.fromNow(lease)),
                set("telling.attempts", Document.parse("{$add: [{$ifNull: ['$telling.attempts', 0]}, 1]}")));
        return patience.call(
                        "look for slots to tell",
                        () -> Optional.ofNullable(slots.findOneAndUpdate(free(token), claim, FIRST)))
                .map(document -> untoldOf(document, lease));
    }

    /**
     * Marks a slot as told, where this process has it still.
     *
     * @param events that were told of it; none where there was nothing to tell
     * @param undelivered why nobody got to know; null where somebody did
     */
    public void told(UntoldSlot slot, List<String> events, @Nullable String undelivered) {
        Document told = new Document("at", SlotDocuments.NOW)
                .append("events", new Document("$literal", events))
                .append("attempts", slot.attempts());
        if (undelivered != null) {
            told.append("undelivered", SlotDocuments.literal(undelivered));
        }
        patience.run(
                "mark the slot as told",
                () -> slots.updateOne(owned(slot), List.of(set("told", told), new Document("$unset", "telling"))));
    }

    /** Has a slot told later, by whoever looks then. */
    public void putOff(UntoldSlot slot, Duration delay, boolean refused) {
        patience.run(
                "put the telling off",
                () -> slots.updateOne(
                        owned(slot),
                        List.of(
                                set("telling.until", SlotDocuments.fromNow(delay)),
                                set("telling.token", "none"),
                                set("telling.refusals", slot.refusals() + (refused ? 1 : 0)))));
    }

    /**
     * The comparison with null reads one range of the index; a slot that was never claimed has no end to wait for. One of
     * this token was claimed by an attempt whose answer was lost.
     */
    private static Bson free(String token) {
        return Filters.and(
                Filters.eq(TOLD_AT, null),
                Filters.expr(new Document(
                        "$gt",
                        List.of(
                                "$" + SlotDocuments.SETTLED,
                                new Document("$subtract", List.of("$$NOW", NEWS.toMillis()))))),
                Filters.nin(SlotDocuments.STATE, NEVER_TOLD),
                Filters.or(
                        Filters.eq(TOKEN, token), Filters.expr(Document.parse("{$lt: ['$telling.until', '$$NOW']}"))));
    }

    private static Bson owned(UntoldSlot slot) {
        return Filters.and(SlotDocuments.id(slot.record().slot()), Filters.eq(TOKEN, slot.token()));
    }

    private static UntoldSlot untoldOf(Document document, Duration lease) {
        Document telling = document.get("telling", Document.class);
        return new UntoldSlot(
                SlotDocuments.record(document),
                telling.getString("token"),
                telling.getDate("until").toInstant().minus(lease),
                telling.getInteger("attempts"),
                telling.getInteger("refusals", 0));
    }

    private static Document set(String key, Object value) {
        return new Document("$set", new Document(key, value));
    }
}
