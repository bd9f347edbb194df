package dev.mongohaul.schedule;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.RetryBudget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/** What is known of slots; changes none. Thread-safe; waits for a server in trouble. */
public final class SlotHistory {

    private static final int ALL = 0;

    private final MongoCollection<Document> slots;
    private final RetryBudget patience;

    SlotHistory(MongoDatabase database, RetryBudget patience) {
        this.slots = database.getCollection(SlotDocuments.COLLECTION).withReadPreference(ReadPreference.primary());
        this.patience = patience;
    }

    /** A slot of the job before this one that a living process has; empty where there is none. */
    public Optional<SlotRecord> openBefore(Slot slot) {
        Bson before = Filters.lt(SlotDocuments.TIME, Date.from(slot.time()));
        return open(slot, before);
    }

    /** Any other slot of the job that a living process has. */
    public Optional<SlotRecord> openBeside(Slot slot) {
        return open(slot, Filters.ne(SlotDocuments.TIME, Date.from(slot.time())));
    }

    private Optional<SlotRecord> open(Slot slot, Bson which) {
        Bson alive = Filters.and(which, SlotDocuments.alive());
        return find(slot.job(), SlotDocuments.claimed(alive), 1).stream().findFirst();
    }

    /** Whether a slot of a job that runs one after the other has to wait: earlier ones are open, or another runs. */
    public boolean isBehindAnother(Slot slot) {
        Bson earlier = Filters.and(
                Filters.lt(SlotDocuments.TIME, Date.from(slot.time())),
                Filters.in(SlotDocuments.STATE, SlotState.WAITING.name(), SlotState.CLAIMED.name()));
        return !find(slot.job(), earlier, 1).isEmpty() || openBeside(slot).isPresent();
    }

    /** Slots of the job that anybody may run: those that wait, and those whose process died; the oldest first. */
    public List<Slot> free(String job) {
        return oldestFirst(
                job, Filters.or(SlotDocuments.in(SlotState.WAITING), SlotDocuments.claimed(SlotDocuments.expired())));
    }

    /** Slots of the job that wait for earlier ones, the oldest first. */
    public List<Slot> waiting(String job) {
        return oldestFirst(job, SlotDocuments.in(SlotState.WAITING));
    }

    private List<Slot> oldestFirst(String job, Bson which) {
        List<Slot> slots = new ArrayList<>();
        find(job, which, ALL).forEach(record -> slots.add(0, record.slot()));
        return slots;
    }

    /** The last slots of a job of which something became or becomes, the newest first. */
    public List<SlotRecord> recent(String job, int limit) {
        return find(job, Filters.ne(SlotDocuments.STATE, SlotState.WATCHED.name()), limit);
    }

    /**
     * How many slots of the job went which way; those that have no record of their own are counted, too.
     *
     * @param since the first that are counted were due then
     */
    public Map<SlotState, Long> counts(String job, Instant since) {
        Bson which = Filters.and(Filters.eq(SlotDocuments.JOB, job), Filters.gte(SlotDocuments.TIME, Date.from(since)));
        Document slots = Document.parse("{$add: [1, {$ifNull: ['$" + SlotDocuments.OTHERS + "', 0]}]}");
        Map<SlotState, Long> counts = new EnumMap<>(SlotState.class);
        patience.call(
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
        return patience.call(
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
}
