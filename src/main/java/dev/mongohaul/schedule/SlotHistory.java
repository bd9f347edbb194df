package dev.mongohaul.schedule;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.Patience;
import dev.mongohaul.schedule.Slot.SlotState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Queries for stored slots. Thread-safe; retries while the server is unavailable. */
public final class SlotHistory {

    private static final int ALL = 0;

    private final MongoCollection<Document> slots;
    private final Patience retryPolicy;

    SlotHistory(MongoDatabase database, Patience retryPolicy) {
        this.slots = database.getCollection(SlotDocuments.COLLECTION).withReadPreference(ReadPreference.primary());
        this.retryPolicy = retryPolicy;
    }

    /** Returns an earlier slot of the job that a living process has claimed, if any. */
    public Optional<SlotRecord> openBefore(Slot slot) {
        Bson before = Filters.lt(SlotDocuments.TIME, Date.from(slot.time()));
        return open(slot, before);
    }

    /** Returns another slot of the job that a living process has claimed, if any. */
    public Optional<SlotRecord> openBeside(Slot slot) {
        return open(slot, Filters.ne(SlotDocuments.TIME, Date.from(slot.time())));
    }

    private Optional<SlotRecord> open(Slot slot, Bson which) {
        Bson alive = Filters.and(which, SlotDocuments.alive());
        return find(slot.job(), SlotDocuments.claimed(alive), 1).stream().findFirst();
    }

    /** Returns whether a slot has to wait: earlier slots of the job are open, or another one is running. */
    public boolean isBehindAnother(Slot slot) {
        Bson earlier = Filters.and(
                Filters.lt(SlotDocuments.TIME, Date.from(slot.time())),
                Filters.in(SlotDocuments.STATE, SlotState.WAITING.name(), SlotState.CLAIMED.name()));
        return !find(slot.job(), earlier, 1).isEmpty() || openBeside(slot).isPresent();
    }

    /**
     * Returns the slots of the job that can be claimed: those that wait, and those whose process died; oldest first.
     */
    public List<Slot> free(String job) {
        return oldestFirst(
                job, Filters.or(SlotDocuments.in(SlotState.WAITING), SlotDocuments.claimed(SlotDocuments.expired())));
    }

    /** Returns the slots of the job that wait for earlier ones, oldest first. */
    public List<Slot> waiting(String job) {
        return oldestFirst(job, SlotDocuments.in(SlotState.WAITING));
    }

    private List<Slot> oldestFirst(String job, Bson which) {
        List<Slot> slots = new ArrayList<>();
        find(job, which, ALL).forEach(record -> slots.add(0, record.slot()));
        return slots;
    }

    /** Returns the last slots of a job, newest first. */
    public List<SlotRecord> recent(String job, int limit) {
        return find(job, Filters.ne(SlotDocuments.STATE, SlotState.WATCHED.name()), limit);
    }

    /**
     * Returns the number of slots by state, including those without a record of their own.
     *
     * @param since earliest time of the slots
     */
    public Map<SlotState, Long> counts(String job, Instant since) {
        Bson which = Filters.and(Filters.eq(SlotDocuments.JOB, job), Filters.gte(SlotDocuments.TIME, Date.from(since)));
        Document slots = Document.parse("{$add: [1, {$ifNull: ['$" + SlotDocuments.OTHERS + "', 0]}]}");
        Map<SlotState, Long> counts = new EnumMap<>(SlotState.class);
        retryPolicy
                .call(
                        "count the slots",
                        () -> this.slots
                                .aggregate(List.of(
                                        Aggregates.match(which),
                                        Aggregates.group("$" + SlotDocuments.STATE, Accumulators.sum("slots", slots))))
                                .into(new ArrayList<>()))
                .forEach(found -> counts.put(
                        SlotState.valueOf(found.getString("_id")),
                        found.get("slots", Number.class).longValue()));
        return counts;
    }

    private List<SlotRecord> find(String job, Bson filter, int limit) {
        return retryPolicy.call(
                "read the slots",
                () -> slots
                        .find(Filters.and(Filters.eq(SlotDocuments.JOB, job), filter))
                        .sort(Sorts.descending(SlotDocuments.TIME))
                        .limit(limit)
                        .into(new ArrayList<>())
                        .stream()
                        .map(SlotDocuments::record)
                        .toList());
    }

    /**
     * Stored slot.
     *
     * @param runId number of the run, if it was run
     * @param reason why it was not run, as text
     * @param others number of slots before it with the same state and no record of their own
     * @param completedAt in the server's time; null while the slot is open
     */
    public record SlotRecord(
            Slot slot,
            SlotState state,
            @Nullable Long runId,
            @Nullable String reason,
            int others,
            @Nullable Instant completedAt) {}
}
