package dev.mongohaul.repository;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lte;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.BsonOrder;
import dev.mongohaul.mongo.PreImage;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.WriteSessions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Ids that snapshot imports have seen in their inputs, in the collection {@value #COLLECTION}, and the ids that the target
 * has beyond them, until the import ends. Thread-safe.
 *
 * <p>A partition saves its ids with each checkpoint, sorted, as blocks of up to {@value #BLOCK} ids. The blocks of all
 * partitions are merged in the order of the ids, which holds as many blocks in memory as checkpoints were made: about two
 * a second for each partition, or a few if the input is sorted. A block is found by its first id and the range of the input
 * that it is from, so a range that is read again replaces its blocks, and a range that is read twice by different parts
 * does no harm: an id is seen or not.
 */
public final class SeenIds {

    static final String COLLECTION = "mongohaul_seen_ids";

    /** Number of ids of a block; the position of an unseen id follows from it. */
    public static final int BLOCK = 512;

    /** Larger ids do not fit into a block. No useful id is as large. */
    private static final int LARGEST_ID = 1 << 14;

    private static final int READ_AT_ONCE = 64;
    private static final int MOST_BUFFERED = 20_000;

    private static final String IDS = "ids";
    private static final String HASHES = "hashes";
    private static final String PLACE = "place";

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    private final MongoCollection<BsonDocument> blocks;
    private final RetryBudget retryPolicy;

    SeenIds(MongoDatabase database, RetryBudget retryPolicy) {
        this.retryPolicy = retryPolicy;
        this.blocks = database.getCollection(COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    /**
     * Returns the recorder of a partition.
     *
     * @param instance number of the import
     * @param from offset of the first record that is read
     */
    public Recorder recorder(long instance, long from) {
        return new Recorder(instance, from);
    }

    /** Recorder of the ids of one partition. For one thread. */
    public final class Recorder {

        private final long instance;
        private final List<BsonValue> ids = new ArrayList<>();
        private @Nullable String unreadable;
        private long from;

        private Recorder(long instance, long from) {
            this.instance = instance;
            this.from = from;
        }

        /**
         * Adds the id of a record.
         *
         * @param id null if it cannot be read
         * @param place returns the place of the record, for a message
         */
        public void add(@Nullable BsonValue id, Supplier<String> place) {
            if (id == null || isLarge(id)) {
                unreadable = place.get();
            } else {
                ids.add(PreImage.decoded(id));
            }
        }

        private static boolean isLarge(BsonValue id) {
            return switch (id.getBsonType()) {
                case STRING -> id.asString().getValue().length() > LARGEST_ID / 3;
                case DOCUMENT, BINARY ->
                    new RawBsonDocument(new BsonDocument("", id), CODEC)
                                    .getByteBuffer()
                                    .remaining()
                            > LARGEST_ID;
                default -> false;
            };
        }

        /** Returns whether enough ids were added to save them. */
        public boolean isFull() {
            return ids.size() >= MOST_BUFFERED;
        }

        /**
         * Saves the ids added since the last call. A process that has lost its partition saves what its successor does.
         *
         * @param to offset after the last of their records
         */
        public void save(long to) {
            List<ReplaceOneModel<BsonDocument>> saved = new ArrayList<>();
            ids.sort(BsonOrder.INSTANCE);
            for (int begin = 0; begin < ids.size(); begin += BLOCK) {
                List<BsonValue> block = List.copyOf(ids.subList(begin, Math.min(ids.size(), begin + BLOCK)));
                saved.add(replacement(
                        key(block.get(0), to).append("n", new BsonInt32(begin / BLOCK)),
                        new BsonDocument(IDS, new BsonArray(block))));
            }
            if (unreadable != null) {
                saved.add(replacement(key(new BsonMinKey(), to), new BsonDocument(PLACE, new BsonString(unreadable))));
            }
            if (!saved.isEmpty()) {
                retryPolicy.run("save the ids of records", () -> blocks.bulkWrite(saved, UNORDERED));
            }
            ids.clear();
            unreadable = null;
            from = to;
        }

        private BsonDocument key(BsonValue first, long to) {
            return new BsonDocument("i", new BsonInt64(instance))
                    .append("first", first)
                    .append("from", new BsonInt64(from))
                    .append("to", new BsonInt64(to));
        }
    }

    private static ReplaceOneModel<BsonDocument> replacement(BsonDocument key, BsonDocument content) {
        BsonDocument block = new BsonDocument("_id", key);
        block.putAll(content);
        return new ReplaceOneModel<>(eq(key), block, UPSERT);
    }

    /** Returns the place of a record whose id cannot be read; empty if there is none. */
    public Optional<String> unreadable(long instance) {
        BsonDocument least = new BsonDocument("i", new BsonInt64(instance)).append("first", new BsonMinKey());
        BsonDocument most = least.clone().append("from", new BsonMaxKey());
        return retryPolicy.call(
                "read the ids of records",
                () -> Optional.ofNullable(blocks.find(and(gte("_id", least), lte("_id", most)))
                                .first())
                        .map(block -> block.getString(PLACE).getValue()));
    }

    /** Returns the ids of an import in their order, perhaps repeatedly. Not retried; the caller closes them. */
    public Sorted sorted(long instance) {
        return new Sorted(blocks.find(and(seen(instance), eq(PLACE, null)))
                .sort(Sorts.ascending("_id"))
                .batchSize(READ_AT_ONCE)
                .cursor());
    }

    private static Bson seen(long instance) {
        BsonDocument of = new BsonDocument("i", new BsonInt64(instance));
        return and(
                gte("_id", of.clone().append("first", new BsonMinKey())),
                lte("_id", of.clone().append("first", new BsonMaxKey())));
    }

    /** Merge of sorted blocks, which are read in the order of their first ids. */
    public static final class Sorted implements Iterator<BsonValue>, AutoCloseable {

        private final MongoCursor<BsonDocument> unopened;
        private final PriorityQueue<Block> open =
                new PriorityQueue<>(Comparator.comparing(block -> block.head, BsonOrder.INSTANCE));
        private @Nullable Block next;

        private Sorted(MongoCursor<BsonDocument> blocks) {
            this.unopened = blocks;
            advance();
        }

        private static final class Block {

            private final Iterator<BsonValue> rest;
            private BsonValue head;

            Block(BsonArray ids) {
                rest = ids.iterator();
                head = rest.next();
            }
        }

        private void advance() {
            next = unopened.hasNext() ? new Block(unopened.next().getArray(IDS)) : null;
        }

        @Override
        public boolean hasNext() {
            return next != null || !open.isEmpty();
        }

        @Override
        public BsonValue next() {
            while (next != null
                    && (open.isEmpty() || BsonOrder.INSTANCE.compare(next.head, open.element().head) <= 0)) {
                open.add(next);
                advance();
            }
            Block least = open.poll();
            if (least == null) {
                throw new NoSuchElementException();
            }
            BsonValue id = least.head;
            if (least.rest.hasNext()) {
                least.head = least.rest.next();
                open.add(least);
            }
            return id;
        }

        @Override
        public void close() {
            unopened.close();
        }
    }

    /**
     * Id of a document that the input lacks.
     *
     * @param hash of the document as it was found
     */
    public record UnseenId(BsonValue id, Binary hash) {

        /** Number of bytes of a hash. */
        public static final int HASH_BYTES = 16;
    }

    /**
     * Saves a block of ids that the input lacks, in place of an earlier one.
     *
     * @param sessions of the process that lists them
     * @param number of the block, from 0
     */
    public void saveUnseen(WriteSessions sessions, long instance, long number, List<UnseenId> ids) {
        byte[] hashes = new byte[ids.size() * UnseenId.HASH_BYTES];
        for (int index = 0; index < ids.size(); index++) {
            System.arraycopy(
                    ids.get(index).hash().getData(), 0, hashes, index * UnseenId.HASH_BYTES, UnseenId.HASH_BYTES);
        }
        BsonArray values = new BsonArray(ids.stream().map(UnseenId::id).toList());
        ReplaceOneModel<BsonDocument> saved = replacement(
                unseenKey(instance, new BsonInt64(number)),
                new BsonDocument(IDS, values).append(HASHES, new BsonBinary(hashes)));
        sessions.change(
                "save the ids to delete", retryPolicy, session -> blocks.bulkWrite(session.client(), List.of(saved)));
    }

    /** Returns a block of ids that the input lacks; an empty one if there is no such block. */
    public List<UnseenId> unseen(long instance, long number) {
        BsonDocument block = retryPolicy.call(
                "read the ids to delete",
                () -> blocks.find(eq(unseenKey(instance, new BsonInt64(number))))
                        .first());
        if (block == null) {
            return List.of();
        }
        byte[] hashes = block.getBinary(HASHES).getData();
        List<UnseenId> ids = new ArrayList<>();
        for (BsonValue id : block.getArray(IDS)) {
            byte[] hash = new byte[UnseenId.HASH_BYTES];
            System.arraycopy(hashes, ids.size() * UnseenId.HASH_BYTES, hash, 0, UnseenId.HASH_BYTES);
            ids.add(new UnseenId(id, new Binary(hash)));
        }
        return ids;
    }

    private static BsonDocument unseenKey(long instance, BsonValue number) {
        return new BsonDocument("unseen", new BsonInt64(instance)).append("n", number);
    }

    /** Removes the ids of an import. */
    void remove(long instance) {
        Bson unseen = and(
                gte("_id", unseenKey(instance, new BsonMinKey())), lte("_id", unseenKey(instance, new BsonMaxKey())));
        retryPolicy.run("remove the ids of records", () -> {
            blocks.deleteMany(seen(instance));
            blocks.deleteMany(unseen);
        });
    }
}
