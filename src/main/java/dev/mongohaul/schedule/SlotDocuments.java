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

/** How a slot lies in its collection, and what selects it there. */
final class SlotDocuments {

    static final String COLLECTION = "mongohaul_slots";
    static final String JOB = "_id.job";
    static final String TIME = "_id.time";
    static final String STATE = "state";
    static final String SCHEDULE = "schedule";
    static final String RUN = "runId";
    static final String REASON = "reason";
    static final String OTHERS = "others";
    static final String SETTLED = "settledAt";
    static final String TOKEN = "token";
    static final String EXPIRES = "expiresAt";

    /** The state of a slot's notice. */
    static final List<String> NOTICE = List.of("told", "telling");

    /** The server's own time, in an update that is a pipeline. */
    static final String NOW = "$$NOW";

    private SlotDocuments() {}

    static SlotRecord record(Document document) {
        Date settled = document.getDate(SETTLED);
        return new SlotRecord(
                slot(document),
                SlotState.valueOf(document.getString(STATE)),
                document.getLong(RUN),
                document.getString(REASON),
                document.getInteger(OTHERS, 0),
                settled == null ? null : settled.toInstant());
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

    /** Of a process that shows no sign of life any more. */
    static Bson expired() {
        return Filters.expr(Document.parse("{$lt: ['$" + EXPIRES + "', '$$NOW']}"));
    }

    static Bson alive() {
        return Filters.expr(Document.parse("{$gte: ['$" + EXPIRES + "', '$$NOW']}"));
    }

    /** In an update that is a pipeline. */
    static Document fromNow(Duration duration) {
        return new Document("$add", List.of(NOW, duration.toMillis()));
    }

    /** In an update that is a pipeline, where a text that begins with a dollar would be a field. */
    static Document literal(@Nullable String text) {
        return new Document("$literal", text);
    }
}
