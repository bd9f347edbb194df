package dev.mongohaul.reject;

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
import dev.mongohaul.reject.Reject.RejectReason;
import dev.mongohaul.reject.Reject.RejectStage;
import dev.mongohaul.reject.Reject.RejectedCell;
import dev.mongohaul.reject.Reject.RejectedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.Document;
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

    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    private final MongoCollection<Document> rejects;
    private final MongoCollection<Document> summaries;
    private final RetryBudget retryPolicy;

    /** Creates a store that does not retry. */
    public RejectStore(MongoDatabase database) {
        this(database, RetryBudget.NONE);
    }

    public RejectStore(MongoDatabase database, RetryBudget retryPolicy) {
        this.retryPolicy = retryPolicy;
        this.rejects = collection(database, COLLECTION);
        this.summaries = collection(database, SUMMARIES);
    }

    private static MongoCollection<Document> collection(MongoDatabase database, String name) {
        return database.getCollection(name)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    /** Saves the rejects of one chunk; a reject at the same offset is replaced. */
    public void saveAll(long instance, List<Reject> chunk) {
        if (chunk.isEmpty()) {
            return;
        }
        List<ReplaceOneModel<Document>> replacements =
                chunk.stream().map(reject -> replacement(instance, reject)).toList();
        retryPolicy.run("save rejects", () -> rejects.bulkWrite(replacements, UNORDERED));
    }

    public long count(long instance) {
        return retryPolicy.call("count rejects", () -> rejects.countDocuments(all(instance)));
    }

    /** Returns the rejects in the order of the input, read on demand; the stream must be closed. */
    public Stream<Reject> stream(long instance) {
        MongoCursor<Document> cursor = retryPolicy.call(
                "read rejects",
                () -> rejects.find(all(instance))
                        .sort(Sorts.ascending("_id"))
                        .batchSize(READ_AT_ONCE)
                        .cursor());
        int characteristics = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(cursor, characteristics), false)
                .map(RejectDocument::toReject)
                .onClose(cursor::close);
    }

    /**
     * Returns the rejects at these offsets, in the order of the input.
     *
     * @param longest in bytes; longer records are left out, so that the result fits into memory
     */
    public List<Reject> at(long instance, List<Long> offsets, long longest) {
        List<Document> ids = offsets.stream()
                .map(offset -> RejectDocument.idOf(instance, offset))
                .toList();
        return retryPolicy.call(
                "read rejects",
                () -> rejects.find(Filters.and(Filters.in("_id", ids), Filters.lte("length", longest)))
                        .sort(Sorts.ascending("_id"))
                        .map(RejectDocument::toReject)
                        .into(new ArrayList<>()));
    }

    /** Saves the summary of an import's rejects in place of an earlier one. */
    public void saveSummary(long instance, Document summary) {
        retryPolicy.run(
                "save the reasons of rejects",
                () -> summaries.replaceOne(Filters.eq("_id", instance), summary, UPSERT));
    }

    /** Returns the summary that was saved last. */
    public Optional<Document> summary(long instance) {
        return retryPolicy.call(
                "read the reasons of rejects",
                () -> Optional.ofNullable(
                        summaries.find(Filters.eq("_id", instance)).first()));
    }

    /** Returns the result of an aggregation over an import's rejects. */
    public List<Document> aggregate(long instance, List<Bson> stages) {
        List<Bson> pipeline = new ArrayList<>(List.of(Aggregates.match(all(instance))));
        pipeline.addAll(stages);
        return retryPolicy.call(
                "sort rejects",
                () -> rejects.aggregate(pipeline).allowDiskUse(true).into(new ArrayList<>()));
    }

    /** Deletes the rejects from one offset to before another, before their partition is read again. */
    public void deleteBetween(long instance, long from, long to) {
        Bson between = Filters.and(
                Filters.gte("_id", RejectDocument.idOf(instance, from)),
                Filters.lt("_id", RejectDocument.idOf(instance, to)));
        retryPolicy.run("delete rejects", () -> rejects.deleteMany(between));
    }

    /** Deletes all rejects of an import and their summary, in several commands. */
    public void deleteAll(long instance) {
        retryPolicy.run("delete the reasons of rejects", () -> summaries.deleteOne(Filters.eq("_id", instance)));
        Optional<Document> behind = behindTheFirst(instance);
        while (behind.isPresent()) {
            Bson first =
                    Filters.and(all(instance), Filters.lt("_id", behind.get().get("_id")));
            retryPolicy.run("delete rejects", () -> rejects.deleteMany(first));
            behind = behindTheFirst(instance);
        }
        retryPolicy.run("delete rejects", () -> rejects.deleteMany(all(instance)));
    }

    private Optional<Document> behindTheFirst(long instance) {
        return retryPolicy.call(
                "read rejects",
                () -> Optional.ofNullable(rejects.find(all(instance))
                        .sort(Sorts.ascending("_id"))
                        .skip(DELETED_AT_ONCE)
                        .projection(Projections.include("_id"))
                        .first()));
    }

    private static ReplaceOneModel<Document> replacement(long instance, Reject reject) {
        Document document = RejectDocument.of(instance, reject);
        return new ReplaceOneModel<>(Filters.eq("_id", document.get("_id")), document, UPSERT);
    }

    /** Returns the filter of an import; its bounds are ids, so that the server reads a range of one index. */
    static Bson all(long instance) {
        return Filters.and(
                Filters.gte("_id", RejectDocument.lowestIdOf(instance)),
                Filters.lte("_id", RejectDocument.highestIdOf(instance)));
    }

    /**
     * Documents of rejects, with the id {@code {i: <import>, o: <offset>}}.
     *
     * <p>MongoDB compares sub-documents field by field, so the index on {@code _id} has each import's rejects together and in
     * the order of the input. Both numbers are always 64 bits wide.
     */
    static final class RejectDocument {

        private RejectDocument() {}

        static Document idOf(long instance, long offset) {
            return id(instance, offset);
        }

        static Document lowestIdOf(long instance) {
            return id(instance, new MinKey());
        }

        static Document highestIdOf(long instance) {
            return id(instance, new MaxKey());
        }

        static Document of(long instance, Reject reject) {
            RejectedRecord record = reject.record();
            RejectReason reason = reject.reason();
            Document document = new Document("_id", idOf(instance, record.offset()))
                    .append("file", record.file())
                    .append("line", record.line())
                    .append("length", record.length())
                    .append("stage", reason.stage().name())
                    .append("reason", reason.text());
            appendPresent(document, "code", reason.code());
            appendPresent(document, "cell", cellDocument(reason.cell()));
            appendPresent(document, "bytes", record.bytes());
            return document;
        }

        static Reject toReject(Document document) {
            RejectedRecord record = new RejectedRecord(
                    document.getString("file"),
                    document.getLong("line"),
                    document.get("_id", Document.class).getLong("o"),
                    document.getLong("length"),
                    document.get("bytes", Binary.class));
            RejectReason reason = new RejectReason(
                    RejectStage.valueOf(document.getString("stage")),
                    document.getString("reason"),
                    toCell(document.get("cell", Document.class)),
                    document.getInteger("code"));
            return new Reject(record, reason);
        }

        private static Document id(long instance, Object offset) {
            return new Document("i", instance).append("o", offset);
        }

        private static @Nullable Document cellDocument(@Nullable RejectedCell cell) {
            if (cell == null) {
                return null;
            }
            Document document = new Document("number", cell.number());
            appendPresent(document, "column", cell.column());
            appendPresent(document, "value", cell.value());
            return document;
        }

        private static @Nullable RejectedCell toCell(@Nullable Document cell) {
            return cell == null
                    ? null
                    : new RejectedCell(cell.getInteger("number"), cell.getString("column"), cell.getString("value"));
        }

        private static void appendPresent(Document document, String field, @Nullable Object value) {
            if (value != null) {
                document.append(field, value);
            }
        }
    }
}
