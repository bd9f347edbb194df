package dev.mongohaul.schedule;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.Patience;
import dev.mongohaul.schedule.Slot.SlotState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Removal of old slots. The last slot of a job is kept, since its schedule is watched from there on, and so are slots
 * whose run is still stored. Thread-safe; retries while the server is unavailable.
 */
public final class OldSlots {

    /** Slots that are read and removed at once. */
    static final int BATCH = 500;

    private final MongoCollection<Document> slots;
    private final Patience retryPolicy;

    public OldSlots(MongoDatabase database, Patience retryPolicy) {
        this.slots = database.getCollection(SlotDocuments.COLLECTION)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
        this.retryPolicy = retryPolicy;
    }

    /** Returns all jobs that have a slot. */
    public Set<String> jobs() {
        return retryPolicy.call(
                "list the jobs",
                () -> slots.distinct(SlotDocuments.JOB, Filters.type(SlotDocuments.JOB, BsonType.STRING), String.class)
                        .into(new TreeSet<>()));
    }

    /**
     * Removes the slots of a job that were completed before a time.
     *
     * @param known returns those of some runs whose slots are kept
     * @param dryRun whether to count the slots only
     * @return number of slots
     */
    public long remove(String job, Instant before, UnaryOperator<Set<Long>> known, boolean dryRun) {
        Document last = first(Filters.eq(SlotDocuments.JOB, job), Sorts.descending(SlotDocuments.TIME));
        long removed = 0;
        Date from = Date.from(Instant.EPOCH);
        while (last != null) {
            List<Document> batch = batch(job, before, from, timeOf(last));
            if (batch.isEmpty()) {
                return removed;
            }
            from = timeOf(batch.get(batch.size() - 1));
            List<Object> ids = without(known.apply(runs(batch)), batch);
            removed += dryRun ? ids.size() : delete(ids);
        }
        return removed;
    }

    private static Set<Long> runs(List<Document> batch) {
        return batch.stream()
                .map(slot -> slot.getLong(SlotDocuments.RUN))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    private static List<Object> without(Set<Long> runs, List<Document> batch) {
        return batch.stream()
                .filter(slot ->
                        slot.getLong(SlotDocuments.RUN) == null || !runs.contains(slot.getLong(SlotDocuments.RUN)))
                .map(slot -> slot.get("_id"))
                .toList();
    }

    private List<Document> batch(String job, Instant before, Date after, Date last) {
        Bson old = Filters.and(
                Filters.eq(SlotDocuments.JOB, job),
                Filters.gt(SlotDocuments.TIME, after),
                Filters.lt(SlotDocuments.TIME, last),
                Filters.lt(SlotDocuments.COMPLETED, Date.from(before)),
                Filters.nin(SlotDocuments.STATE, SlotState.CLAIMED.name(), SlotState.WAITING.name()));
        return retryPolicy.call(
                "look for old slots",
                () -> slots.find(old)
                        .sort(Sorts.ascending(SlotDocuments.TIME))
                        .limit(BATCH)
                        .projection(Projections.include(SlotDocuments.RUN))
                        .into(new ArrayList<>()));
    }

    private @Nullable Document first(Bson which, Bson order) {
        return retryPolicy
                .call(
                        "read the slots",
                        () -> slots.find(which).sort(order).limit(1).into(new ArrayList<>()))
                .stream()
                .findFirst()
                .orElse(null);
    }

    private long delete(List<Object> ids) {
        return retryPolicy
                .call("remove old slots", () -> slots.deleteMany(Filters.in("_id", ids)))
                .getDeletedCount();
    }

    private static Date timeOf(Document slot) {
        return slot.get("_id", Document.class).getDate("time");
    }
}
