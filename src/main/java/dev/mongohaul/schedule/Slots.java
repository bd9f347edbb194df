package dev.mongohaul.schedule;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoServerException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.lease.ClaimFields;
import dev.mongohaul.schedule.pause.FileWait;
import dev.mongohaul.schedule.pause.Pauses;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Store of the slots of all schedules, {@value #COLLECTION}: one document each, whose {@code _id} is the job and the
 * time, so that two processes cannot both have one. A claim lasts for a while, in the server's time, and is renewed as
 * long as its process lives. Thread-safe; retries while the server is unavailable.
 */
public final class Slots {

    static final String STATE = "state";
    static final String COMPLETED = "settledAt";
    static final String LATE = "late";
    static final String LATE_AT = "late.at";
    static final String LATE_REASON = "late.reason";
    static final String JOB = "_id.job";
    static final String TIME = "_id.time";

    /** Slots that are read and removed at once. */
    static final int BATCH = 500;

    private static final String COLLECTION = "mongohaul_slots";
    private static final String SCHEDULE = "schedule";
    private static final String RUN = "runId";
    private static final String RUNS = "runIds";
    private static final String LEFT = "left";
    private static final String REASON = "reason";
    private static final String OTHERS = "others";
    private static final String UNREAD = "unread";
    private static final String REFUSED_AT = "refusedAt";
    private static final String TOLD = "told";
    private static final String TELLING = "telling";
    private static final String WAITS_FOR = "waitsFor";
    private static final String WAITS_UNTIL = "waitsUntil";
    private static final ClaimFields CLAIM = new ClaimFields("token", "expiresAt");

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);
    private static final int ALL = 0;

    private final MongoCollection<Document> slots;
    private final Pauses pauses;
    private final RetryBudget retries;

    public Slots(MongoDatabase database, RetryBudget retries) {
        this.slots = collection(database);
        this.pauses = new Pauses(database, retries);
        this.retries = retries;
    }

    static MongoCollection<Document> collection(MongoDatabase database) {
        return database.getCollection(COLLECTION)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    public RetryBudget retries() {
        return retries;
    }

    public Pauses pauses() {
        return pauses;
    }

    /** Creates the indexes that find slots by their job, or by their state, and time. */
    public void createIndexes() {
        retries.run(
                "create the indexes of slots",
                () -> slots.createIndexes(List.of(
                        new IndexModel(Indexes.descending(JOB, TIME)),
                        new IndexModel(Indexes.descending(STATE, TIME)))));
    }

    /**
     * Returns the time from which a schedule is watched: that of the job's last slot, or now if there is none or the
     * schedule has changed.
     *
     * @param schedule as a text that is equal for equal schedules; null if the job has none any more
     */
    public Instant watch(String job, @Nullable String schedule, Instant now) {
        Document last = last(job);
        Instant before = last == null ? Instant.MIN : slot(last).time();
        if (last != null && Objects.equals(schedule, last.getString(SCHEDULE))) {
            return before;
        }
        Instant from = before.isAfter(now) ? before : now;
        complete(new Slot(job, from), schedule, SlotState.WATCHED, null, 0);
        return from;
    }

    /** Returns the time of a job's last slot in any state; empty if it has none. */
    public Optional<Instant> lastTime(String job) {
        return Optional.ofNullable(last(job)).map(document -> slot(document).time());
    }

    private @Nullable Document last(String job) {
        return retries.call(
                "read the slots",
                () -> slots.find(Filters.eq(JOB, job))
                        .sort(Sorts.descending(TIME))
                        .first());
    }

    /** Saves that a slot is due and waits, unless it is stored. */
    public void defer(Slot slot, String schedule) {
        insert(
                "save the slot",
                unknown(slot),
                state(SlotState.WAITING).append(SCHEDULE, ClaimFields.literal(schedule)));
    }

    /**
     * Makes a refused slot wait again. Its reason stays until it has another outcome. Its notification is not sent again if it
     * is refused again.
     */
    public void deferAgain(Slot slot) {
        update(
                "save the slot",
                in(SlotState.REFUSED, slot),
                state(SlotState.WAITING).append(REFUSED_AT, "$" + COMPLETED),
                COMPLETED,
                UNREAD);
    }

    /** Saves that a slot is refused because the file of its job cannot be read, unless it is stored. */
    void refuseUnread(Slot slot, String schedule, String reason) {
        insert(
                "save the outcome of the slot",
                unknown(slot),
                completed(SlotState.REFUSED)
                        .append(SCHEDULE, ClaimFields.literal(schedule))
                        .append(REASON, ClaimFields.literal(reason))
                        .append(UNREAD, true));
    }

    /**
     * Makes slots wait again that were refused since the file of their job could not be read, and after which none ran.
     *
     * @param most of them, the last ones
     */
    void deferUnread(String job, int most) {
        Bson unread = Filters.and(in(SlotState.REFUSED), Filters.eq(UNREAD, true));
        find(job, Filters.or(in(SlotState.RAN), unread), most).stream()
                .takeWhile(slot -> slot.state() == SlotState.REFUSED)
                .forEach(slot -> deferAgain(slot.slot()));
        forgetUnread(job);
    }

    /** Saves that the schedule of a job has ended: if it gets one again, no slot before that runs, or counts as missed. */
    void endSchedule(String job, Instant now) {
        watch(job, null, now);
        forgetUnread(job);
    }

    /** Saves that a refused slot did not begin because the file of its job could not be read. */
    void markUnread(Slot slot) {
        retries.run(
                "save the outcome of the slot",
                () -> slots.updateOne(Filters.and(id(slot), in(SlotState.REFUSED)), Updates.set(UNREAD, true)));
    }

    private void forgetUnread(String job) {
        retries.run(
                "save the slots",
                () -> slots.updateMany(
                        Filters.and(Filters.eq(JOB, job), Filters.eq(UNREAD, true)), Updates.unset(UNREAD)));
    }

    /** Returns the schedule of a job's last slot, as in {@link #watch}; empty if it has none. */
    Optional<String> schedule(String job) {
        return Optional.ofNullable(last(job)).map(document -> document.getString(SCHEDULE));
    }

    /** Saves that a slot is skipped that waits, or whose process died. */
    public void miss(Slot slot, String reason) {
        update(
                "save the outcome of the slot",
                Filters.and(id(slot), isFree()),
                completed(SlotState.MISSED).append(REASON, ClaimFields.literal(reason)),
                CLAIM.token(),
                CLAIM.expiry(),
                WAITS_FOR,
                WAITS_UNTIL,
                LEFT,
                TOLD,
                TELLING);
    }

    /**
     * Claims a slot that no living process has.
     *
     * @param schedule as in {@link #watch}
     */
    public Optional<SlotClaim> claim(Slot slot, String schedule, Duration lease) {
        SlotClaim claim = new SlotClaim(slot, UUID.randomUUID().toString(), false);
        Document claimed = state(SlotState.CLAIMED).append(SCHEDULE, ClaimFields.literal(schedule));
        claimed.putAll(CLAIM.claim(claim.token(), lease));
        Bson waiting = in(SlotState.WAITING, slot);
        if (insert("claim the slot", owned(claim), claimed)
                || update(
                        "claim the slot",
                        Filters.or(owned(claim), waiting),
                        claimed,
                        WAITS_FOR,
                        WAITS_UNTIL,
                        RUNS,
                        LEFT)) {
            return Optional.of(claim);
        }
        Bson orphan = Filters.and(in(SlotState.CLAIMED, slot), CLAIM.expired());
        return update("take over the slot", Filters.or(owned(claim), orphan), claimed, WAITS_FOR, WAITS_UNTIL)
                ? Optional.of(new SlotClaim(slot, claim.token(), true))
                : Optional.empty();
    }

    /** Renews the lease of a claim, and returns whether the process still has it. */
    public boolean renew(SlotClaim claim, Duration lease) {
        return update("renew the slot", owned(claim), CLAIM.renewal(lease));
    }

    /**
     * Makes the notification pending that a slot still waits for its files, unless another process did that before.
     *
     * @param reason which files, as text
     */
    public void late(SlotClaim claim, String reason) {
        update(
                "save that the slot is late",
                Filters.and(owned(claim), Filters.exists(LATE, false)),
                new Document(LATE_AT, ClaimFields.NOW).append(LATE_REASON, ClaimFields.literal(reason)));
    }

    /** Saves that the slot of a claim waits for its files. */
    public void waits(SlotClaim claim, FileWait wait) {
        update(
                "save what the slot waits for",
                owned(claim),
                new Document(WAITS_FOR, ClaimFields.literal(wait.files()))
                        .append(WAITS_UNTIL, Date.from(wait.until())));
    }

    /** Saves that the files of a claimed slot are there. */
    void waitsNoLonger(SlotClaim claim) {
        update("save that the slot waits no longer", owned(claim), new Document(), WAITS_FOR, WAITS_UNTIL);
    }

    /** Saves the run of one of the files of a claimed slot, which counts for the slot if another process takes it over. */
    public void ran(SlotClaim claim, long run) {
        add("save the run of a file", claim, RUNS, run);
    }

    /**
     * Saves why one of the files of a claimed slot was not imported, and is moved, as {@link #ran} does for a run.
     *
     * @param reason with the file, as text
     */
    public void left(SlotClaim claim, String reason) {
        add("save why a file is left", claim, LEFT, reason);
    }

    private void add(String doing, SlotClaim claim, String field, Object value) {
        Document before = new Document("$ifNull", List.of("$" + field, List.of()));
        List<Object> added = List.of(ClaimFields.literal(value));
        update(doing, owned(claim), new Document(field, new Document("$setUnion", List.of(before, added))));
    }

    /** Returns the runs of files of a claimed slot that were saved so far, in their order. */
    List<Long> runs(SlotClaim claim) {
        return saved(claim, RUNS, Long.class);
    }

    /** Returns why files of a claimed slot were left so far. */
    List<String> left(SlotClaim claim) {
        return saved(claim, LEFT, String.class);
    }

    private <T> List<T> saved(SlotClaim claim, String field, Class<T> type) {
        Document slot =
                retries.call("read the slot", () -> slots.find(id(claim.slot())).first());
        return slot == null
                ? List.of()
                : slot.getList(field, type, List.of()).stream().sorted().toList();
    }

    /** Releases a slot, so that another process can take it over at once. */
    public void release(SlotClaim claim) {
        update("release the slot", owned(claim), new Document(CLAIM.expiry(), Instant.EPOCH));
    }

    /**
     * Saves the outcome of a slot, if the claim is still valid.
     *
     * @param runId number of its run, or of the most severe one of several
     * @param runIds numbers of all runs of a job that imports each file; empty for other jobs
     */
    public void complete(
            SlotClaim claim, SlotState state, @Nullable Long runId, List<Long> runIds, @Nullable String reason) {
        Document completed = completed(state).append(RUN, runId);
        if (!runIds.isEmpty()) {
            completed.append(RUNS, runIds);
        }
        if (reason != null) {
            completed.append(REASON, ClaimFields.literal(reason));
        }
        if (state == SlotState.REFUSED) {
            // Attempts to notify that it is late do not count for the notification of its end.
            completed.append(TELLING, Document.parse("{$cond: [{$gt: ['$late.at', null]}, '$$REMOVE', '$telling']}"));
        }
        List<String> over = new ArrayList<>(List.of(CLAIM.token(), CLAIM.expiry(), WAITS_FOR, WAITS_UNTIL, LEFT));
        if (reason == null) {
            over.add(REASON);
        }
        // A notification may have been sent when the slot was refused before.
        if (state != SlotState.REFUSED) {
            over.addAll(List.of(TOLD, TELLING));
        }
        update("save the outcome of the slot", owned(claim), completed, over.toArray(String[]::new));
    }

    /**
     * Saves the state of a slot that is not run, unless it is stored.
     *
     * @param others number of slots before it with the same state
     */
    public void complete(Slot slot, @Nullable String schedule, SlotState state, @Nullable String reason, int others) {
        Document completed = completed(state)
                .append(SCHEDULE, ClaimFields.literal(schedule))
                .append(REASON, ClaimFields.literal(reason))
                .append(OTHERS, others);
        insert("save the outcome of the slot", unknown(slot), completed);
    }

    /** Returns an earlier slot of the job that a living process has claimed, if any. */
    public Optional<SlotRecord> openBefore(Slot slot) {
        return open(slot, Filters.lt(TIME, Date.from(slot.time())));
    }

    /** Returns another slot of the job that a living process has claimed, if any. */
    public Optional<SlotRecord> openBeside(Slot slot) {
        return open(slot, Filters.ne(TIME, Date.from(slot.time())));
    }

    private Optional<SlotRecord> open(Slot slot, Bson which) {
        return find(slot.job(), Filters.and(which, in(SlotState.CLAIMED), CLAIM.alive()), 1).stream()
                .findFirst();
    }

    /** Returns whether a slot has to wait: earlier slots of the job are open, or another one is running. */
    public boolean isBehindAnother(Slot slot) {
        Bson earlier = Filters.and(
                Filters.lt(TIME, Date.from(slot.time())),
                Filters.in(STATE, SlotState.WAITING.name(), SlotState.CLAIMED.name()));
        return !find(slot.job(), earlier, 1).isEmpty() || openBeside(slot).isPresent();
    }

    /** Returns the slots of the job that can be claimed: those that wait, and those whose process died; oldest first. */
    public List<Slot> free(String job) {
        return oldestFirst(job, isFree());
    }

    /** Returns the slots of all jobs that can be claimed, as {@link #free(String)} does for one. */
    List<SlotRecord> free() {
        return retries.call(
                "read the slots", () -> slots.find(isFree()).map(Slots::record).into(new ArrayList<>()));
    }

    private static Bson isFree() {
        return Filters.or(in(SlotState.WAITING), Filters.and(in(SlotState.CLAIMED), CLAIM.expired()));
    }

    /** Returns the slots of the job that wait for earlier ones, oldest first. */
    public List<Slot> waiting(String job) {
        return oldestFirst(job, in(SlotState.WAITING));
    }

    private List<Slot> oldestFirst(String job, Bson which) {
        List<Slot> oldestFirst = new ArrayList<>();
        find(job, which, ALL).forEach(record -> oldestFirst.add(0, record.slot()));
        return oldestFirst;
    }

    /** Returns the last slots of a job, newest first. */
    public List<SlotRecord> recent(String job, int limit) {
        return find(job, Filters.ne(STATE, SlotState.WATCHED.name()), limit);
    }

    /** Returns the last slot of each job that ran several imports. */
    public Map<String, SlotRecord> lastOfSeveral(Instant since) {
        return last(Filters.and(in(SlotState.RAN), Filters.gte(TIME, Date.from(since)), Filters.exists(RUNS + ".1")));
    }

    /** Returns the last slot of each job that has one. */
    public Map<String, SlotRecord> last() {
        return last(Filters.empty());
    }

    private Map<String, SlotRecord> last(Bson which) {
        List<Bson> stages = List.of(
                Aggregates.match(Filters.and(Filters.type(JOB, BsonType.STRING), which)),
                Aggregates.sort(Sorts.descending(JOB, TIME)),
                Aggregates.group("$" + JOB, Accumulators.first("last", "$$ROOT")));
        Map<String, SlotRecord> last = new HashMap<>();
        retries.call("read the slots", () -> slots.aggregate(stages).into(new ArrayList<>())).stream()
                .map(found -> record(found.get("last", Document.class)))
                .forEach(slot -> last.put(slot.slot().job(), slot));
        return last;
    }

    /**
     * Returns slots of all jobs that were refused, missed or overlapped, and those that wait or run again after they were
     * refused, the newest first.
     *
     * @param since their earliest time
     */
    public List<SlotRecord> troubled(Instant since, int most) {
        Bson which = Filters.and(
                Filters.in(
                        STATE,
                        SlotState.REFUSED.name(),
                        SlotState.MISSED.name(),
                        SlotState.OVERLAPPED.name(),
                        SlotState.WAITING.name(),
                        SlotState.CLAIMED.name()),
                Filters.exists(REASON),
                Filters.gte(TIME, Date.from(since)));
        return retries.call(
                "read the slots",
                () -> slots.find(which)
                        .sort(Sorts.descending(TIME))
                        .limit(most)
                        .map(Slots::record)
                        .into(new ArrayList<>()));
    }

    /**
     * Returns slots that did not run, or not all of whose files did, and those that wait, the newest first.
     *
     * @param since earliest time; null if there is none
     * @param until latest time, exclusive; null if there is none
     * @param jobs that are wanted
     * @param words that are wanted, as {@link SlotRecord#word} returns them
     */
    public List<SlotRecord> withoutRun(
            @Nullable Instant since,
            @Nullable Instant until,
            Predicate<String> jobs,
            Set<String> words,
            Instant now,
            int most) {
        Set<String> all = jobs();
        List<String> names = all.stream().filter(jobs).toList();
        List<Bson> states =
                new ArrayList<>(Stream.of(SlotState.REFUSED, SlotState.MISSED, SlotState.OVERLAPPED, SlotState.NOTHING)
                        .filter(state -> words.contains(state.word()))
                        .map(Slots::in)
                        .toList());
        if (words.contains(SlotRecord.LATE) || words.contains(SlotState.WAITING.word())) {
            states.add(in(SlotState.WAITING));
            states.add(Filters.and(in(SlotState.CLAIMED), Filters.exists(WAITS_UNTIL)));
        }
        if (states.isEmpty()) {
            return List.of();
        }
        Bson which = Filters.and(
                names.size() == all.size() ? Filters.empty() : Filters.in(JOB, names),
                Filters.or(states),
                Filters.gte(TIME, since == null ? Instant.EPOCH : since),
                Filters.lt(TIME, until == null ? Instant.ofEpochMilli(Long.MAX_VALUE) : until));
        return retries.call("read the slots", () -> {
            List<SlotRecord> found = new ArrayList<>();
            try (MongoCursor<Document> newestFirst =
                    slots.find(which).sort(Sorts.descending(TIME)).cursor()) {
                while (newestFirst.hasNext() && found.size() < most) {
                    SlotRecord slot = record(newestFirst.next());
                    if (words.contains(slot.word(now))) {
                        found.add(slot);
                    }
                }
            }
            return found;
        });
    }

    /** Returns when the last slot of a job that ran, or had nothing to do, was due; empty if there is none. */
    public Optional<Instant> lastOver(String job) {
        return find(job, Filters.in(STATE, SlotState.RAN.name(), SlotState.NOTHING.name()), 1).stream()
                .map(over -> over.slot().time())
                .findFirst();
    }

    /** Returns the slots that wait for their files, by job. */
    public Map<String, SlotRecord> awaitingFiles() {
        Bson which = Filters.and(in(SlotState.CLAIMED), Filters.exists(WAITS_UNTIL));
        Map<String, SlotRecord> waiting = new HashMap<>();
        retries.call(
                        "read the slots",
                        () -> slots.find(which).map(Slots::record).into(new ArrayList<>()))
                .forEach(slot -> waiting.put(slot.slot().job(), slot));
        return waiting;
    }

    private List<SlotRecord> find(String job, Bson filter, int limit) {
        return retries.call(
                "read the slots",
                () -> slots.find(Filters.and(Filters.eq(JOB, job), filter))
                        .sort(Sorts.descending(TIME))
                        .limit(limit)
                        .map(Slots::record)
                        .into(new ArrayList<>()));
    }

    /**
     * Returns the number of slots by state, including those without a record of their own. One that waits for its files counts
     * as waiting.
     *
     * @param since earliest time of the slots
     */
    public Map<SlotState, Long> counts(String job, Instant since) {
        Bson which = Filters.and(Filters.eq(JOB, job), Filters.gte(TIME, Date.from(since)));
        Document number = Document.parse("{$add: [1, {$ifNull: ['$" + OTHERS + "', 0]}]}");
        Document state = Document.parse(
                "{$cond: [{$gt: ['$%s', null]}, '%s', '$%s']}".formatted(WAITS_UNTIL, SlotState.WAITING.name(), STATE));
        List<Bson> grouped =
                List.of(Aggregates.match(which), Aggregates.group(state, Accumulators.sum("slots", number)));
        Map<SlotState, Long> counts = new EnumMap<>(SlotState.class);
        retries.call("count the slots", () -> slots.aggregate(grouped).into(new ArrayList<>()))
                .forEach(found -> counts.put(
                        SlotState.valueOf(found.getString("_id")),
                        found.get("slots", Number.class).longValue()));
        return counts;
    }

    /** Returns all jobs that have a slot. */
    public Set<String> jobs() {
        return retries.call(
                "list the jobs",
                () -> slots.distinct(JOB, Filters.gte(JOB, ""), String.class).into(new TreeSet<>()));
    }

    /**
     * Removes the slots of a job that were completed before a time. The last slot is kept, since the schedule is watched
     * from there on, and so are slots whose run is still stored.
     *
     * @param known returns those of some runs whose slots are kept
     * @param dryRun whether to count the slots only
     * @return number of slots
     */
    public long remove(String job, Instant before, UnaryOperator<Set<Long>> known, boolean dryRun) {
        Optional<Instant> last = lastTime(job);
        long removed = 0;
        Instant from = Instant.EPOCH;
        while (last.isPresent()) {
            List<Document> batch = old(job, before, from, last.get());
            if (batch.isEmpty()) {
                break;
            }
            from = slot(batch.get(batch.size() - 1)).time();
            Set<Long> kept = known.apply(batch.stream()
                    .map(slot -> slot.getLong(RUN))
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet()));
            List<Object> ids = batch.stream()
                    .filter(slot -> slot.getLong(RUN) == null || !kept.contains(slot.getLong(RUN)))
                    .map(slot -> slot.get("_id"))
                    .toList();
            removed += dryRun
                    ? ids.size()
                    : retries.call("remove old slots", () -> slots.deleteMany(Filters.in("_id", ids)))
                            .getDeletedCount();
        }
        return removed;
    }

    private List<Document> old(String job, Instant before, Instant after, Instant last) {
        Bson old = Filters.and(
                Filters.eq(JOB, job),
                Filters.gt(TIME, Date.from(after)),
                Filters.lt(TIME, Date.from(last)),
                Filters.lt(COMPLETED, Date.from(before)),
                Filters.nin(STATE, SlotState.CLAIMED.name(), SlotState.WAITING.name()));
        return retries.call(
                "look for old slots",
                () -> slots.find(old)
                        .sort(Sorts.ascending(TIME))
                        .limit(BATCH)
                        .projection(Projections.include(RUN))
                        .into(new ArrayList<>()));
    }

    private boolean update(String doing, Bson filter, Document values, String... unset) {
        List<Document> pipeline = new ArrayList<>(values.isEmpty() ? List.of() : set(values));
        if (unset.length > 0) {
            pipeline.add(new Document("$unset", List.of(unset)));
        }
        return retries.call(doing, () -> slots.updateOne(filter, pipeline)).getMatchedCount() > 0;
    }

    /** Inserts a slot. If its document does not match the filter, the upsert is refused as a duplicate of its id. */
    private boolean insert(String doing, Bson filter, Document values) {
        try {
            retries.run(doing, () -> slots.updateOne(filter, set(values), UPSERT));
            return true;
        } catch (MongoServerException e) {
            if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    private static List<Document> set(Document values) {
        return List.of(new Document("$set", values));
    }

    private static Document state(SlotState state) {
        return new Document(STATE, state.name());
    }

    private static Document completed(SlotState state) {
        return state(state).append(COMPLETED, ClaimFields.NOW);
    }

    static Bson id(Slot slot) {
        return Filters.eq(new Document("job", slot.job()).append("time", Date.from(slot.time())));
    }

    private static Bson unknown(Slot slot) {
        return Filters.and(id(slot), Filters.exists(STATE, false));
    }

    private static Bson owned(SlotClaim claim) {
        return Filters.and(id(claim.slot()), CLAIM.ownedBy(claim.token()));
    }

    private static Bson in(SlotState state) {
        return Filters.eq(STATE, state.name());
    }

    private static Bson in(SlotState state, Slot slot) {
        return Filters.and(id(slot), in(state));
    }

    static SlotRecord record(Document document) {
        Date completed = document.getDate(COMPLETED);
        Date until = document.getDate(WAITS_UNTIL);
        Date refused = document.getDate(REFUSED_AT);
        Slot slot = slot(document);
        return new SlotRecord(
                slot,
                SlotState.valueOf(document.getString(STATE)),
                document.getLong(RUN),
                document.getList(RUNS, Long.class, List.of()),
                document.getString(REASON),
                document.getInteger(OTHERS, 0),
                completed == null ? null : completed.toInstant(),
                until == null ? null : new FileWait(document.getString(WAITS_FOR), until.toInstant()),
                SlotRecord.zone(slot.job(), document.getString(SCHEDULE)),
                refused == null ? null : refused.toInstant());
    }

    private static Slot slot(Document document) {
        Document id = document.get("_id", Document.class);
        return new Slot(id.getString("job"), id.getDate("time").toInstant());
    }
}
