package dev.mongohaul.schedule;

import com.mongodb.client.model.Filters;
import dev.mongohaul.schedule.Slot.SlotClaim;
import dev.mongohaul.schedule.Slot.SlotState;
import dev.mongohaul.schedule.SlotHistory.SlotRecord;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Stored form of slots, and filters for them. */
final class SlotDocuments {

    static final String COLLECTION = "mongohaul_slots";
    static final String JOB = "_id.job";
    static final String TIME = "_id.time";
    static final String STATE = "state";
    static final String SCHEDULE = "schedule";
    static final String RUN = "runId";
    static final String REASON = "reason";
    static final String OTHERS = "others";
    static final String COMPLETED = "settledAt";
    static final String TOKEN = "token";
    static final String EXPIRES = "expiresAt";

    /** Fields with the state of a slot's notification. */
    static final List<String> NOTIFICATION = List.of("told", "telling");

    /** The server's time, in an update that is a pipeline. */
    static final String NOW = "$$NOW";

    private SlotDocuments() {}

    static SlotRecord record(Document document) {
        Date completed = document.getDate(COMPLETED);
        return new SlotRecord(
                slot(document),
                SlotState.valueOf(document.getString(STATE)),
                document.getLong(RUN),
                document.getString(REASON),
                document.getInteger(OTHERS, 0),
                completed == null ? null : completed.toInstant());
    }

    static Slot slot(Document document) {
        Document id = document.get("_id", Document.class);
        return new Slot(id.getString("job"), id.getDate("time").toInstant());
    }

    static Bson id(Slot slot) {
        return Filters.eq(new Document("job", slot.job()).append("time", Date.from(slot.time())));
    }

    static Bson owned(SlotClaim claim) {
        return Filters.and(id(claim.slot()), Filters.eq(TOKEN, claim.token()));
    }

    static Bson in(SlotState state) {
        return Filters.eq(STATE, state.name());
    }

    static Bson claimed(Bson also) {
        return Filters.and(in(SlotState.CLAIMED), also);
    }

    /** Returns the filter for claims of processes without a sign of life. */
    static Bson expired() {
        return Filters.expr(Document.parse("{$lt: ['$" + EXPIRES + "', '$$NOW']}"));
    }

    static Bson alive() {
        return Filters.expr(Document.parse("{$gte: ['$" + EXPIRES + "', '$$NOW']}"));
    }

    /** Returns the server's time plus a duration, for an update that is a pipeline. */
    static Document fromNow(Duration duration) {
        return new Document("$add", List.of(NOW, duration.toMillis()));
    }

    /** Returns a text for an update that is a pipeline, where a leading dollar would name a field. */
    static Document literal(@Nullable String text) {
        return new Document("$literal", text);
    }
}
