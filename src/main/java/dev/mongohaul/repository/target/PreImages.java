package dev.mongohaul.repository.target;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.ne;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.session.PreImage;
import dev.mongohaul.mongo.session.PreImageSink;
import dev.mongohaul.mongo.session.WriteSession;
import dev.mongohaul.mongo.session.WriteSessions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pre-images of imports that can be undone, in the collection {@value #COLLECTION}. Thread-safe.
 *
 * <p>A pre-image is found by its import and the id of its document. The first one of a document stays: a chunk that is sent
 * again finds what it has written itself, and must not save that as the past. So a late save of a process that has lost its
 * partition does no harm either. Later ones replace the hash only.
 */
public final class PreImages {

    static final String COLLECTION = "mongohaul_pre_images";

    private static final Logger LOG = LoggerFactory.getLogger(PreImages.class);

    /** An undo that begins before the end of the pre-images has this time to read them. */
    private static final Duration GRACE = Duration.ofDays(1);

    /** If less time than this is left when an undo begins, its pre-images are kept for {@link #LONGEST_UNDO}. */
    private static final Duration SHORTEST_UNDO = Duration.ofDays(6);

    private static final Duration LONGEST_UNDO = Duration.ofDays(30);

    private static final String BEFORE = "before";
    private static final String AFTER = "after";
    private static final String UNTIL = "until";
    private static final String BYTES = "bytes";
    private static final String SPARED = "spared";
    private static final String MARK = "1";
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final InsertManyOptions UNORDERED = new InsertManyOptions().ordered(false);
    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);
    private static final FindOneAndUpdateOptions ADDED =
            new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER);

    private final MongoCollection<BsonDocument> images;
    private final RetryBudget retries;

    public PreImages(MongoDatabase database, RetryBudget retries) {
        this.retries = retries;
        this.images = database.getCollection(COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    private static BsonDocument key(long importNumber, BsonValue id) {
        return new BsonDocument("i", new BsonInt64(importNumber)).append("id", id);
    }

    private static Bson all(long importNumber) {
        return and(gte("_id", key(importNumber, new BsonMinKey())), lte("_id", key(importNumber, new BsonMaxKey())));
    }

    /**
     * Returns the store of an import's pre-images.
     *
     * @param sessions of the process that changes the documents
     * @param drop records with the import that it keeps nothing
     */
    public PreImageSink sink(long importNumber, KeptImages kept, WriteSessions sessions, Runnable drop) {
        IndexOptions atTheTime = new IndexOptions().expireAfter(0L, TimeUnit.SECONDS);
        retries.run("create the index", () -> images.createIndex(Indexes.ascending(UNTIL), atTheTime));
        return new ImportSink(importNumber, kept, sessions, drop);
    }

    /** Store of one import's pre-images, until they are too large. */
    private final class ImportSink implements PreImageSink {

        private final long importNumber;
        private final KeptImages kept;
        private final WriteSessions sessions;
        private final Runnable drop;
        private volatile boolean open;

        ImportSink(long importNumber, KeptImages kept, WriteSessions sessions, Runnable drop) {
            this.importNumber = importNumber;
            this.kept = kept;
            this.sessions = sessions;
            this.drop = drop;
            this.open = kept.dropped() == null;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void save(List<PreImage> several) {
            if (several.isEmpty() || !open) {
                return;
            }
            List<RawBsonDocument> documents = several.stream()
                    .map(image -> new RawBsonDocument(document(image), CODEC))
                    .toList();
            long bytes = documents.stream()
                    .mapToLong(document -> document.getByteBuffer().remaining())
                    .sum();
            try {
                sessions.change("save documents as they were", retries, session -> {
                    insert(session, several, documents);
                    return bytes;
                });
            } catch (BsonMaximumSizeExceededException e) {
                close("a document is too large to be kept");
                return;
            }
            BsonDocument sum = retries.call(
                    "add up the size of kept documents",
                    () -> images.findOneAndUpdate(
                            eq("_id", new BsonDocument("sum", new BsonInt64(importNumber))),
                            Updates.combine(Updates.inc(BYTES, bytes), Updates.set(UNTIL, until())),
                            ADDED));
            if (Objects.requireNonNull(sum).getNumber(BYTES).longValue() > kept.maxBytes()) {
                close("more than mongohaul.import.max-undo-size, %,d bytes, would be kept".formatted(kept.maxBytes()));
            }
        }

        private void insert(WriteSession session, List<PreImage> several, List<RawBsonDocument> documents) {
            try {
                images.withDocumentClass(RawBsonDocument.class).insertMany(session.client(), documents, UNORDERED);
            } catch (MongoBulkWriteException e) {
                List<BulkWriteError> errors = e.getWriteErrors();
                if (session.inTransaction()
                        || e.getWriteConcernError() != null
                        || !errors.stream().allMatch(error -> error.getCategory() == ErrorCategory.DUPLICATE_KEY)) {
                    throw e;
                }
                images.bulkWrite(
                        session.client(),
                        errors.stream()
                                .map(error -> several.get(error.getIndex()))
                                .map(image -> new UpdateOneModel<BsonDocument>(
                                        eq("_id", key(importNumber, image.id())),
                                        image.after() == null
                                                ? Updates.unset(AFTER)
                                                : Updates.set(AFTER, image.after())))
                                .toList(),
                        ANY_ORDER);
            }
        }

        private BsonDateTime until() {
            return new BsonDateTime(kept.until().plus(GRACE).toEpochMilli());
        }

        private BsonDocument document(PreImage image) {
            BsonDocument document = new BsonDocument("_id", key(importNumber, image.id()));
            if (image.before() != null) {
                document.append(BEFORE, image.before());
            }
            if (image.after() != null) {
                document.append(AFTER, new BsonBinary(image.after().getData()));
            }
            return document.append(UNTIL, until());
        }

        private void close(String why) {
            if (open) {
                open = false;
                LOG.warn("Import {} continues, but cannot be undone: {}", importNumber, why);
            }
            drop.run();
            remove(importNumber);
        }
    }

    /** Returns the number of pre-images of an import. */
    public long count(long importNumber) {
        return retries.call("count the kept documents", () -> images.countDocuments(all(importNumber)));
    }

    /**
     * Returns pre-images of an import in the order of their ids.
     *
     * @param after id of the document before the first one; null to begin at a position
     * @param skip position of the first one, if {@code after} is null
     */
    public List<PreImage> read(long importNumber, @Nullable BsonValue after, long skip, int limit) {
        Bson rest = after == null ? all(importNumber) : and(all(importNumber), gt("_id", key(importNumber, after)));
        return retries.call(
                "read the kept documents",
                () -> images.withDocumentClass(RawBsonDocument.class)
                        .find(rest)
                        .sort(Sorts.ascending("_id"))
                        .skip(after == null ? Math.toIntExact(skip) : 0)
                        .limit(limit)
                        .map(PreImages::image)
                        .into(new ArrayList<>()));
    }

    private static PreImage image(RawBsonDocument document) {
        BsonValue id = Objects.requireNonNull(document.getDocument("_id").get("id"));
        return new PreImage(
                PreImage.decoded(id),
                (RawBsonDocument) document.get(BEFORE),
                document.containsKey(AFTER)
                        ? new Binary(document.getBinary(AFTER).getData())
                        : null);
    }

    /** Returns the ids of those of the documents that an import has changed. */
    public List<BsonValue> changed(long importNumber, Collection<BsonValue> ids) {
        List<BsonValue> changed = new ArrayList<>();
        for (Bson which : KeyQueries.byIds(keys(importNumber, ids))) {
            changed.addAll(retries.call(
                    "look for kept documents",
                    () -> images.find(which)
                            .projection(Projections.include("_id"))
                            .map(found -> Objects.requireNonNull(
                                    found.getDocument("_id").get("id")))
                            .into(new ArrayList<>())));
        }
        return changed;
    }

    /** Returns whether an import has changed a document whose id is in a range, both ends included. */
    public boolean changedBetween(long importNumber, BsonValue first, BsonValue last) {
        Bson range = and(gte("_id", key(importNumber, first)), lte("_id", key(importNumber, last)));
        return retries.call("look for kept documents", () -> images.find(range).first()) != null;
    }

    /**
     * Marks documents that an undo leaves as they are, and takes the mark from others that it was asked for.
     *
     * @param sessions of the process that runs the undo
     */
    public void saveSpared(
            WriteSessions sessions, long importNumber, Collection<BsonValue> asked, Collection<BsonValue> spared) {
        Set<BsonDocument> marked = new HashSet<>();
        for (Bson which : KeyQueries.byIds(keys(importNumber, asked))) {
            marked.addAll(retries.call(
                    "read the spared documents",
                    () -> images.find(and(which, ne(SPARED, null)))
                            .projection(Projections.include("_id"))
                            .map(image -> image.getDocument("_id"))
                            .into(new ArrayList<>())));
        }
        Set<BsonDocument> wanted = new HashSet<>(keys(importNumber, spared));
        List<UpdateOneModel<BsonDocument>> changes = keys(importNumber, asked).stream()
                .filter(key -> wanted.contains(key) != marked.contains(key))
                .map(key -> new UpdateOneModel<BsonDocument>(
                        eq("_id", key), wanted.contains(key) ? Updates.set(SPARED, MARK) : Updates.unset(SPARED)))
                .toList();
        if (!changes.isEmpty()) {
            sessions.change(
                    "save the spared documents",
                    retries,
                    session -> images.bulkWrite(session.client(), changes, ANY_ORDER));
        }
    }

    /**
     * Keeps the pre-images of an import longer if they would be removed soon, so that an undo that is interrupted can be
     * resumed.
     */
    public void keepForUndo(long importNumber, KeptImages kept) {
        Instant now = Instant.now();
        if (kept.until().isAfter(now.plus(SHORTEST_UNDO))) {
            return;
        }
        Bson later = Updates.set(UNTIL, new BsonDateTime(now.plus(LONGEST_UNDO).toEpochMilli()));
        retries.run("keep the documents as they were", () -> images.updateMany(all(importNumber), later));
    }

    private static List<BsonDocument> keys(long importNumber, Collection<BsonValue> ids) {
        return ids.stream().map(id -> key(importNumber, id)).toList();
    }

    /** Returns the ids of the documents that an undo left as they are. The caller closes the stream. */
    public Stream<BsonValue> spared(long importNumber) {
        return StreamSupport.stream(
                images.find(and(all(importNumber), ne(SPARED, null)))
                        .projection(Projections.include("_id"))
                        .map(found ->
                                Objects.requireNonNull(found.getDocument("_id").get("id")))
                        .spliterator(),
                false);
    }

    /** Removes the pre-images of an import. */
    public void remove(long importNumber) {
        retries.run("remove the kept documents", () -> {
            images.deleteMany(all(importNumber));
            images.deleteOne(eq("_id", new BsonDocument("sum", new BsonInt64(importNumber))));
        });
    }
}
