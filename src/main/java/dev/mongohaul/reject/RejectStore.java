package dev.mongohaul.reject;

import com.mongodb.MongoCommandException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.session.WriteSessions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.jspecify.annotations.Nullable;

/**
 * Store of the rejects of all imports, in the collection {@value #COLLECTION}, by import (its jobInstanceId) and offset,
 * with a summary of each import's rejects in {@value #SUMMARIES} for reports.
 *
 * <p>Saving is idempotent: a chunk that is written again after a crash stores the same rejects. Writes are acknowledged by
 * a majority, reads go to the primary. Transient errors are retried as {@link
 * RetryBudget} allows, but not in the middle of a stream. Thread-safe. Other failures are the driver's
 * {@code MongoException}s.
 */
public final class RejectStore {

    public static final String COLLECTION = "mongohaul_rejects";

    static final String SUMMARIES = "mongohaul_reject_reasons";

    /** By default the server sends 16 MiB at once: 50,000 small rejects, 40 MB of heap when decoded. */
    private static final int READ_AT_ONCE = 500;

    static final int DELETED_AT_ONCE = 1000;

    private static final String OWNER = "owner";

    static final int MOST_GROUPS = 100;

    private static final int UNKNOWN_ACCUMULATOR = 15_952;

    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    private final MongoCollection<StoredReject> rejects;
    private final MongoCollection<Summary> summaries;
    private final RetryBudget retries;

    public RejectStore(MongoDatabase database, RetryBudget retries) {
        MongoDatabase primary =
                database.withWriteConcern(WriteConcern.MAJORITY).withReadPreference(ReadPreference.primary());
        this.retries = retries;
        this.rejects = primary.getCollection(COLLECTION, StoredReject.class);
        this.summaries = primary.getCollection(SUMMARIES, Summary.class);
    }

    /**
     * Saves the rejects of one chunk; a reject at the same offset is replaced.
     *
     * @param sessions of the process that imports the chunk
     * @param owner random text that no other process of the import has, see {@link #deleteBetween}
     */
    public void saveAll(WriteSessions sessions, long instance, String owner, List<Reject> chunk) {
        if (chunk.isEmpty()) {
            return;
        }
        List<ReplaceOneModel<StoredReject>> replacements = chunk.stream()
                .map(reject -> StoredReject.of(instance, owner, reject))
                .map(stored -> new ReplaceOneModel<>(Filters.eq(stored.id()), stored, UPSERT))
                .toList();
        sessions.change(
                "save rejects", retries, session -> rejects.bulkWrite(session.client(), replacements, UNORDERED));
    }

    public long count(long instance) {
        return retries.call("count rejects", () -> rejects.countDocuments(all(instance)));
    }

    public boolean hasAny(long instance) {
        return retries.call(
                "look for rejects",
                () -> rejects.find(all(instance), Document.class)
                                .projection(Projections.include("_id"))
                                .first()
                        != null);
    }

    /** Returns the rejects in the order of the input, read on demand; the stream must be closed. */
    public Stream<Reject> stream(long instance) {
        MongoCursor<StoredReject> cursor = retries.call(
                "read rejects",
                () -> rejects.find(all(instance))
                        .sort(Sorts.ascending("_id"))
                        .batchSize(READ_AT_ONCE)
                        .cursor());
        int characteristics = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(cursor, characteristics), false)
                .map(StoredReject::reject)
                .onClose(cursor::close);
    }

    /**
     * Returns the rejects at these offsets, in the order of the input.
     *
     * @param longest in bytes; longer records are left out, so that the result fits into memory
     */
    public List<Reject> at(long instance, List<Long> offsets, long longest) {
        List<Document> ids = offsets.stream()
                .map(offset -> StoredReject.id(instance, offset))
                .toList();
        return retries.call(
                "read rejects",
                () -> rejects.find(Filters.and(Filters.in("_id", ids), Filters.lte("length", longest)))
                        .sort(Sorts.ascending("_id"))
                        .map(StoredReject::reject)
                        .into(new ArrayList<>()));
    }

    /** Returns the reasons of an import, grouped by the server as {@link RejectGroups} does, so that few data are transferred. */
    public RejectReasons reasons(long instance) {
        long total = count(instance);
        if (total == 0) {
            return RejectReasons.NONE;
        }
        List<Document> found = groups(instance);
        List<Document> ids = found.stream()
                .flatMap(group -> ReasonPipeline.samples(group).stream())
                .toList();
        Map<Object, RejectSample> samples = new HashMap<>();
        List<Bson> sampled = List.of(
                Aggregates.match(Filters.in("_id", ids)),
                Aggregates.project(Projections.include("file", "line", "cell.value", "reason")));
        aggregate(instance, sampled).forEach(reject -> samples.put(reject.get("_id"), sample(reject)));
        List<RejectGroup> groups =
                found.stream().map(group -> group(group, samples)).toList();
        long grouped = groups.stream().mapToLong(RejectGroup::count).sum();
        List<Long> offsets = ids.stream().map(id -> id.getLong("o")).toList();
        return new RejectReasons(Math.max(total, grouped), groups, Math.max(0, total - grouped), offsets);
    }

    private List<Document> groups(long instance) {
        try {
            return aggregate(instance, ReasonPipeline.groups(MOST_GROUPS, ReasonPipeline.FIRST_FEW));
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != UNKNOWN_ACCUMULATOR) {
                throw e;
            }
            return aggregate(instance, ReasonPipeline.groups(MOST_GROUPS, ReasonPipeline.FIRST));
        }
    }

    private static RejectSample sample(Document reject) {
        return new RejectSample(
                reject.getString("file"),
                reject.getLong("line"),
                reject.get("cell", new Document()).getString("value"),
                reject.getString("reason"));
    }

    private static RejectGroup group(Document group, Map<Object, RejectSample> samples) {
        return new RejectGroup(
                ReasonPipeline.pattern(group).toString(),
                group.getString("column"),
                group.get("_id", Document.class).getInteger("code"),
                group.get("count", Number.class).longValue(),
                ReasonPipeline.samples(group).stream()
                        .map(samples::get)
                        .filter(Objects::nonNull)
                        .toList());
    }

    /**
     * Returns the reasons of an import after a run: those that were saved at its end, or else {@link #reasons(long)}.
     *
     * @param run the last of the import
     */
    public RejectReasons reasons(long instance, long run) {
        return summary(instance)
                .filter(summary -> summary.run() == run)
                .map(Summary::reasons)
                .orElseGet(() -> reasons(instance));
    }

    /**
     * Saves the reasons of an import at the end of a run. They are valid until another run of the import begins or its
     * rejects are deleted.
     *
     * @param all rejects of the import, grouped
     * @param exported digests of the files to which its runs exported them
     */
    public void saveReasons(long instance, long run, RejectGroups all, Set<String> exported) {
        if (all.list().isEmpty()) {
            return;
        }
        RejectReasons reasons = all.ungrouped() > 0 ? reasons(instance) : all.mostFrequent(MOST_GROUPS);
        retries.run(
                "save the reasons of rejects",
                () -> summaries.replaceOne(Filters.eq(instance), Summary.of(run, reasons, exported), UPSERT));
    }

    /** Returns the digests of the files to which the runs of an import exported its rejects. */
    public Set<String> exported(long instance) {
        return summary(instance).map(summary -> Set.copyOf(summary.exported())).orElse(Set.of());
    }

    private Optional<Summary> summary(long instance) {
        return retries.call(
                "read the reasons of rejects",
                () -> Optional.ofNullable(summaries.find(Filters.eq(instance)).first()));
    }

    List<Document> aggregate(long instance, List<Bson> stages) {
        List<Bson> pipeline = new ArrayList<>(List.of(Aggregates.match(all(instance))));
        pipeline.addAll(stages);
        return retries.call(
                "sort rejects",
                () -> rejects.aggregate(pipeline, Document.class)
                        .allowDiskUse(true)
                        .into(new ArrayList<>()));
    }

    /**
     * Deletes the rejects from one offset to before another, before their partition is read again.
     *
     * <p>The command names the owners of the rejects that were there before {@code confirm}, who are former owners. So the
     * rejects of a successor stay, even if this process is paused or killed and the server executes the command later.
     *
     * @param confirm fails if another process has the right to write these records
     */
    public void deleteBetween(long instance, long from, long to, Runnable confirm) {
        Bson between = Filters.and(
                Filters.gte("_id", StoredReject.id(instance, from)), Filters.lt("_id", StoredReject.id(instance, to)));
        retries.run("delete rejects", () -> {
            if (rejects.find(between, Document.class)
                            .projection(Projections.include("_id"))
                            .first()
                    == null) {
                return;
            }
            List<String> owners = rejects.distinct(OWNER, between, String.class).into(new ArrayList<>());
            confirm.run();
            rejects.deleteMany(Filters.and(between, Filters.in(OWNER, owners)));
        });
    }

    /** Deletes all rejects of an import and their summary, in several commands. */
    public void deleteAll(long instance) {
        retries.run("delete the reasons of rejects", () -> summaries.deleteOne(Filters.eq(instance)));
        Optional<Document> behind = behindTheFirst(instance);
        while (behind.isPresent()) {
            Bson first = Filters.and(all(instance), Filters.lt("_id", behind.get()));
            retries.run("delete rejects", () -> rejects.deleteMany(first));
            behind = behindTheFirst(instance);
        }
        retries.run("delete rejects", () -> rejects.deleteMany(all(instance)));
    }

    private Optional<Document> behindTheFirst(long instance) {
        return retries.call(
                "read rejects",
                () -> Optional.ofNullable(rejects.find(all(instance), Document.class)
                        .sort(Sorts.ascending("_id"))
                        .skip(DELETED_AT_ONCE)
                        .projection(Projections.include("_id"))
                        .map(reject -> reject.get("_id", Document.class))
                        .first()));
    }

    /** Returns the filter of an import; its bounds are ids, so that the server reads a range of one index. */
    static Bson all(long instance) {
        return Filters.and(
                Filters.gte("_id", StoredReject.id(instance, new MinKey())),
                Filters.lte("_id", StoredReject.id(instance, new MaxKey())));
    }

    /**
     * Stored form of a reject, with the id {@code {i: <import>, o: <offset>}}.
     *
     * <p>MongoDB compares sub-documents field by field, so the index on {@code _id} has each import's rejects together and in
     * the order of the input. Both numbers are always 64 bits wide.
     */
    public record StoredReject(
            @BsonId Document id,
            @Nullable String owner,
            String file,
            long line,
            long length,
            RejectStage stage,
            String reason,
            @Nullable Integer code,
            @Nullable RejectedCell cell,
            @Nullable Binary bytes) {

        static StoredReject of(long instance, String owner, Reject reject) {
            RejectedRecord record = reject.record();
            RejectReason reason = reject.reason();
            return new StoredReject(
                    id(instance, record.offset()),
                    owner,
                    record.file(),
                    record.line(),
                    record.length(),
                    reason.stage(),
                    reason.text(),
                    reason.code(),
                    reason.cell(),
                    record.bytes());
        }

        Reject reject() {
            return new Reject(
                    new RejectedRecord(file, line, id.getLong("o"), length, bytes),
                    new RejectReason(stage, reason, cell, code));
        }

        static Document id(long instance, Object offset) {
            return new Document("i", instance).append("o", offset);
        }
    }

    /**
     * Stored reasons after a run.
     *
     * @param exported digests of the files of all runs, in hex
     */
    public record Summary(
            long run, long total, long ungrouped, List<Long> offsets, List<RejectGroup> groups, List<String> exported) {

        static Summary of(long run, RejectReasons reasons, Set<String> exported) {
            return new Summary(
                    run,
                    reasons.total(),
                    reasons.ungrouped(),
                    reasons.offsets(),
                    reasons.groups(),
                    List.copyOf(exported));
        }

        RejectReasons reasons() {
            return new RejectReasons(total, groups, ungrouped, offsets);
        }
    }

    /**
     * Aggregation stages that group rejects by their reasons, as {@link ReasonPattern} does. In a text with many figures, all
     * but the first few count as different.
     */
    static final class ReasonPipeline {

        /** Accumulator of the first few of a group, from MongoDB 5.2 on. */
        static final String FIRST_FEW = "{$minN: {n: " + RejectGroups.MOST_SAMPLES + ", input: '%s'}}";

        /** Accumulator of the first of a group. */
        static final String FIRST = "{$min: '%s'}";

        private static final int FIGURES = 8;

        /** Equal texts are grouped first, as there are usually few; then those with equal words around their figures. */
        private static final String GROUPS = """
                [{$project: {code: 1, number: '$cell.number', column: '$cell.column', stage: 1, text: {$let: {
                    vars: {quoted: {$ifNull: [{$concat: ['"', '$cell.value', '" ']}, '']}},
                    in: {$cond: [
                      {$eq: [{$indexOfCP: ['$reason', '$$quoted']}, 0]},
                      {$substrCP: ['$reason', {$strLenCP: '$$quoted'}, {$strLenCP: '$reason'}]},
                      '$reason']}}}}},
                 {$group: {
                    _id: {number: '$number', code: '$code', stage: '$stage', text: '$text'},
                    column: {$first: '$column'},
                    count: {$sum: 1},
                    first: {$min: '$_id'},
                    samples: SAMPLE_IDS}},
                 {$addFields: {figures: {$regexFindAll: {
                    input: '$_id.text',
                    regex: {$cond: [{$eq: ['$_id.stage', 'REFUSED']}, 'NUMBER_OR_QUOTED', 'NUMBER']}}}}},
                 {$group: {
                    _id: {number: '$_id.number', code: '$_id.code', words: {$let: {
                      vars: {all: {$reduce: {
                        input: '$figures',
                        initialValue: {to: 0, words: []},
                        in: {
                          to: {$add: ['$$this.idx', {$strLenCP: '$$this.match'}]},
                          words: {$concatArrays: ['$$value.words', [
                            {$substrCP: ['$_id.text', '$$value.to', {$subtract: ['$$this.idx', '$$value.to']}]}]]}}}}},
                      in: {$concatArrays: ['$$all.words', [
                        {$substrCP: ['$_id.text', '$$all.to', {$strLenCP: '$_id.text'}]}]]}}}},
                    column: {$first: '$column'},
                    count: {$sum: '$count'},
                    first: {$min: '$first'},
                    FIGURES
                    samples: SAMPLES}},
                 {$sort: {count: -1, first: 1}},
                 {$limit: MOST}]""";

        private static final String FIGURE =
                "low%1$d: {$min: {$arrayElemAt: ['$figures.match', %1$d]}}, high%1$d: {$max: {$arrayElemAt: ['$figures.match', %1$d]}},";

        private ReasonPipeline() {}

        /**
         * Returns stages with a document for each of the most frequent reasons, for {@link #pattern} and {@link #samples}.
         *
         * @param samples accumulator of the rejects that are returned of each group
         */
        static List<Bson> groups(int most, String samples) {
            String figures =
                    IntStream.range(0, FIGURES).mapToObj(FIGURE::formatted).collect(Collectors.joining());
            String stages = GROUPS.replace("SAMPLE_IDS", samples.formatted("$_id"))
                    .replace("SAMPLES", samples.formatted("$samples"))
                    .replace("FIGURES", figures)
                    .replace("NUMBER_OR_QUOTED", ReasonPattern.NUMBER_OR_QUOTED.replace("\\", "\\\\"))
                    .replace("NUMBER", ReasonPattern.NUMBER)
                    .replace("MOST", Integer.toString(most));
            return BsonArray.parse(stages).stream()
                    .<Bson>map(BsonValue::asDocument)
                    .toList();
        }

        /** Returns the pattern of the texts of a group. */
        static ReasonPattern pattern(Document group) {
            List<String> words = group.get("_id", Document.class).getList("words", String.class);
            List<String> lowest = new ArrayList<>();
            List<String> highest = new ArrayList<>();
            for (int index = 0; index < words.size() - 1; index++) {
                lowest.add(index < FIGURES ? group.getString("low" + index) : "");
                highest.add(index < FIGURES ? group.getString("high" + index) : " ");
            }
            ReasonPattern pattern = new ReasonPattern(words, lowest);
            pattern.admit(new ReasonPattern(words, highest));
            return pattern;
        }

        /** Returns the ids of the first rejects of a group, from those of each of its texts. */
        static List<Document> samples(Document group) {
            return ids(group.get("samples"))
                    .sorted(Comparator.comparing(id -> id.getLong("o")))
                    .limit(RejectGroups.MOST_SAMPLES)
                    .toList();
        }

        private static Stream<Document> ids(@Nullable Object samples) {
            if (samples instanceof List<?> several) {
                return several.stream().flatMap(ReasonPipeline::ids);
            }
            return samples instanceof Document id ? Stream.of(id) : Stream.of();
        }
    }
}
