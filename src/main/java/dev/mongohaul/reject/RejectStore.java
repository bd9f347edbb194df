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
import dev.mongohaul.mongo.trouble.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The rejects of all imports, in the collection {@value #COLLECTION}, by import (its jobInstanceId) and offset.
 *
 * <p>Saving is idempotent, so that a chunk written again after a crash leaves what one undisturbed run leaves. Writes
 * are acknowledged by a majority, reads go to the primary. A server in trouble is waited for as long as the
 * {@link Patience} lasts, but not in the middle of a stream. Thread-safe. Other failures are the driver's
 * {@code MongoException}s.
 */
public final class RejectStore {

    public static final String COLLECTION = "mongohaul_rejects";

    /** Left to itself, the server sends 16 MiB at once: 50,000 small rejects, 40 MB of heap when decoded. */
    private static final int READ_AT_ONCE = 500;

    static final int DELETED_AT_ONCE = 1000;

    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    private final MongoCollection<Document> rejects;
    private final Patience patience;

    /** Rejects that are tried to be read and written once. */
    public RejectStore(MongoDatabase database) {
        this(database, Patience.NONE);
    }

    public RejectStore(MongoDatabase database, Patience patience) {
        this.patience = patience;
        this.rejects = database.getCollection(COLLECTION)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    /** Keeps the rejects of one chunk; a reject already kept at the same offset is replaced. */
    public void saveAll(long instance, List<Reject> chunk) {
        if (chunk.isEmpty()) {
            return;
        }
        List<ReplaceOneModel<Document>> replacements =
                chunk.stream().map(reject -> replacement(instance, reject)).toList();
        patience.run("save rejects", () -> rejects.bulkWrite(replacements, UNORDERED));
    }

    public long count(long instance) {
        return patience.call("count rejects", () -> rejects.countDocuments(all(instance)));
    }

    /** The rejects in the order of the input, read as they are asked for; the stream must be closed. */
    public Stream<Reject> stream(long instance) {
        MongoCursor<Document> cursor = patience.call(
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
     * The rejects that begin on these lines, in the order of the input. The server looks at all of the import's.
     *
     * @param lines of each file
     * @param longest in bytes; longer records are left out, so that what is read fits into memory
     */
    public List<Reject> onLines(long instance, Map<String, List<Long>> lines, long longest) {
        if (lines.isEmpty()) {
            return List.of();
        }
        Bson there = Filters.or(lines.entrySet().stream()
                .map(file -> Filters.and(Filters.eq("file", file.getKey()), Filters.in("line", file.getValue())))
                .toList());
        return patience.call(
                "read rejects",
                () -> rejects.find(Filters.and(all(instance), there, Filters.lte("length", longest)))
                        .sort(Sorts.ascending("_id"))
                        .map(RejectDocument::toReject)
                        .into(new ArrayList<>()));
    }

    /** What the server makes of an import's rejects, without their having to be read. */
    public List<Document> aggregate(long instance, List<Bson> stages) {
        List<Bson> pipeline = new ArrayList<>(List.of(Aggregates.match(all(instance))));
        pipeline.addAll(stages);
        return patience.call(
                "sort rejects",
                () -> rejects.aggregate(pipeline).allowDiskUse(true).into(new ArrayList<>()));
    }

    /** Forgets the rejects from one offset on, up to but not including another: before their piece is read again. */
    public void deleteBetween(long instance, long from, long to) {
        Bson between = Filters.and(
                Filters.gte("_id", RejectDocument.idOf(instance, from)),
                Filters.lt("_id", RejectDocument.idOf(instance, to)));
        patience.run("delete rejects", () -> rejects.deleteMany(between));
    }

    /** Forgets all rejects of an import, so many at once that the server is not kept from other work. */
    public void deleteAll(long instance) {
        Optional<Document> behind = behindTheFirst(instance);
        while (behind.isPresent()) {
            Bson first =
                    Filters.and(all(instance), Filters.lt("_id", behind.get().get("_id")));
            patience.run("delete rejects", () -> rejects.deleteMany(first));
            behind = behindTheFirst(instance);
        }
        patience.run("delete rejects", () -> rejects.deleteMany(all(instance)));
    }

    private Optional<Document> behindTheFirst(long instance) {
        return patience.call(
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

    /** The filter that selects an import; the bounds are ids, so that the server reads a range of one index. */
    static Bson all(long instance) {
        return Filters.and(
                Filters.gte("_id", RejectDocument.lowestIdOf(instance)),
                Filters.lte("_id", RejectDocument.highestIdOf(instance)));
    }
}
