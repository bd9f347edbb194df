package dev.mongohaul.repository.target;

import static com.mongodb.ErrorCategory.DUPLICATE_KEY;
import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.BsonOrder;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.session.WriteSessions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Ids that snapshot imports have seen in their inputs, in the collection {@value #COLLECTION}, and the ids that the target
 * has beyond them, until the import ends. Thread-safe.
 *
 * <p>A partition saves its ids with each checkpoint, sorted, as blocks of about 16 KiB ({@link IdBlock}). The blocks of all
 * partitions are merged in the order of the ids, which holds as many blocks in memory as checkpoints were made: about two
 * a second for each partition, or a few if the input is sorted. A block is found by its first id and the range of the input
 * that it is from, so a range that is read again replaces its blocks, and a range that is read twice by different parts
 * does no harm: an id is seen or not.
 */
public final class SeenIds {

    static final String COLLECTION = "mongohaul_seen_ids";

    /** Number of ids of a block of unseen ones; the position of an unseen id follows from it. */
    public static final int BLOCK = 512;

    /** Larger ids do not fit into a block. No useful id is as large. */
    static final int LARGEST_ID = 1 << 14;

    private static final int READ_AT_ONCE = 64;
    static final int MOST_BUFFERED = 50_000;

    static final String IDS = "ids";

    /** Last id of a block. */
    static final String LAST = "last";

    private static final String PARTS = "parts";
    private static final String HASHES = "hashes";
    static final String PLACE = "place";

    private static final InsertManyOptions ANY_ORDER = new InsertManyOptions().ordered(false);
    private static final BulkWriteOptions UNORDERED = new BulkWriteOptions().ordered(false);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    private final MongoCollection<BsonDocument> blocks;
    private final RetryBudget retries;

    public SeenIds(MongoDatabase database, RetryBudget retries) {
        this.retries = retries;
        this.blocks = database.getCollection(COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    /**
     * Returns the recorder of a partition.
     *
     * @param importNumber number of the import
     * @param from offset of the first record that is read
     */
    public SeenIdRecorder recorder(long importNumber, long from) {
        return new SeenIdRecorder(this, importNumber, from);
    }

    /** Saves blocks, in place of those that another part has saved for the same records. */
    void save(List<BsonDocument> saved) {
        retries.run("save the ids of records", () -> {
            try {
                blocks.insertMany(saved, ANY_ORDER);
            } catch (MongoBulkWriteException e) {
                boolean existed = e.getWriteConcernError() == null
                        && e.getWriteErrors().stream()
                                .allMatch(error -> ErrorCategory.fromErrorCode(error.getCode()) == DUPLICATE_KEY);
                if (!existed) {
                    throw e;
                }
                blocks.bulkWrite(saved.stream().map(SeenIds::replacement).toList(), UNORDERED);
            }
        });
    }

    private static ReplaceOneModel<BsonDocument> replacement(BsonDocument block) {
        return new ReplaceOneModel<>(eq(block.get("_id")), block, UPSERT);
    }

    /** Returns the place of a record whose id cannot be read; empty if there is none. */
    public Optional<String> unreadable(long importNumber) {
        BsonDocument least = new BsonDocument("i", new BsonInt64(importNumber)).append("first", new BsonMinKey());
        BsonDocument most = least.clone().append("from", new BsonMaxKey());
        return retries.call(
                "read the ids of records",
                () -> Optional.ofNullable(blocks.find(and(gte("_id", least), lte("_id", most)))
                                .first())
                        .map(block -> block.getString(PLACE).getValue()));
    }

    /**
     * Returns the ids of an import in their order, perhaps repeatedly. Not retried; the caller closes them.
     *
     * @param from least id; null for all
     * @param to first id that is not needed; null for all
     */
    public SortedIds sorted(long importNumber, @Nullable BsonValue from, @Nullable BsonValue to) {
        Bson needed = and(seen(importNumber), eq(PLACE, null));
        if (from != null) {
            BsonDocument reaches = new BsonDocument(
                    "$gte", new BsonArray(List.of(new BsonString("$" + LAST), new BsonDocument("$literal", from))));
            needed = and(needed, expr(reaches));
        }
        if (to != null) {
            BsonDocument end = new BsonDocument("i", new BsonInt64(importNumber)).append("first", to);
            needed = and(needed, lt("_id", end));
        }
        return new SortedIds(
                blocks.find(needed)
                        .sort(Sorts.ascending("_id"))
                        .batchSize(READ_AT_ONCE)
                        .cursor(),
                from);
    }

    /** Returns ids that divide those of an import into parts with about as many blocks, in their order. */
    public List<BsonValue> bounds(long importNumber, int parts) {
        List<BsonValue> firsts = retries.call(
                "read the ids of records",
                () -> blocks.find(and(seen(importNumber), eq(PLACE, null)))
                        .sort(Sorts.ascending("_id"))
                        .projection(Projections.include("_id.first"))
                        .map(block ->
                                Objects.requireNonNull(block.getDocument("_id").get("first")))
                        .into(new ArrayList<>()));
        TreeSet<BsonValue> bounds = new TreeSet<>(BsonOrder.INSTANCE);
        for (int part = 1; part < parts && firsts.size() >= parts; part++) {
            bounds.add(firsts.get((int) ((long) firsts.size() * part / parts)));
        }
        return List.copyOf(bounds);
    }

    private static Bson seen(long importNumber) {
        BsonDocument of = new BsonDocument("i", new BsonInt64(importNumber));
        return and(
                gte("_id", of.clone().append("first", new BsonMinKey())),
                lte("_id", of.clone().append("first", new BsonMaxKey())));
    }

    /**
     * Saves a block of ids that the input lacks, in place of an earlier one. A block whose ids do not fit into a document has
     * several parts, as many as the first one says.
     *
     * @param sessions of the process that lists them
     * @param number of the block, from 0
     */
    public void saveUnseen(WriteSessions sessions, long importNumber, long number, List<UnseenId> ids) {
        List<List<UnseenId>> parts = KeyQueries.of(ids, unseen -> KeyQueries.bytesOf(unseen.id()));
        for (int part = 0; part < parts.size(); part++) {
            BsonDocument content = content(parts.get(part));
            if (parts.size() > 1) {
                content.append(PARTS, new BsonInt32(parts.size()));
            }
            BsonDocument block = new BsonDocument("_id", unseenKey(importNumber, number, part));
            block.putAll(content);
            ReplaceOneModel<BsonDocument> saved = replacement(block);
            sessions.change(
                    "save the ids to delete", retries, session -> blocks.bulkWrite(session.client(), List.of(saved)));
        }
    }

    private static BsonDocument content(List<UnseenId> ids) {
        byte[] hashes = new byte[ids.size() * UnseenId.HASH_BYTES];
        for (int index = 0; index < ids.size(); index++) {
            System.arraycopy(
                    ids.get(index).hash().getData(), 0, hashes, index * UnseenId.HASH_BYTES, UnseenId.HASH_BYTES);
        }
        BsonArray values = new BsonArray(ids.stream().map(UnseenId::id).toList());
        return new BsonDocument(IDS, values).append(HASHES, new BsonBinary(hashes));
    }

    /** Returns a block of ids that the input lacks; an empty one if there is no such block. */
    public List<UnseenId> unseen(long importNumber, long number) {
        List<UnseenId> ids = new ArrayList<>();
        int parts = 1;
        for (int part = 0; part < parts; part++) {
            BsonDocument key = unseenKey(importNumber, number, part);
            BsonDocument block = retries.call(
                    "read the ids to delete", () -> blocks.find(eq(key)).first());
            if (block == null) {
                return List.of();
            }
            parts = block.getInt32(PARTS, new BsonInt32(1)).getValue();
            byte[] hashes = block.getBinary(HASHES).getData();
            int at = 0;
            for (BsonValue id : block.getArray(IDS)) {
                ids.add(new UnseenId(id, new Binary(Arrays.copyOfRange(hashes, at, at + UnseenId.HASH_BYTES))));
                at += UnseenId.HASH_BYTES;
            }
        }
        return ids;
    }

    private static BsonDocument unseenKey(long importNumber, long number, int part) {
        BsonDocument key = unseenKey(importNumber, new BsonInt64(number));
        return part == 0 ? key : key.append("part", new BsonInt32(part));
    }

    private static BsonDocument unseenKey(long importNumber, BsonValue number) {
        return new BsonDocument("unseen", new BsonInt64(importNumber)).append("n", number);
    }

    /** Returns the numbers of the imports whose ids are stored. */
    public Set<Long> imports() {
        Set<Long> numbers = new TreeSet<>();
        BsonDocument after = new BsonDocument();
        while (true) {
            Bson next = gt("_id", after);
            BsonDocument block = retries.call(
                    "look for the ids of records",
                    () -> blocks.find(next)
                            .sort(Sorts.ascending("_id"))
                            .projection(Projections.include("_id"))
                            .first());
            if (block == null) {
                return numbers;
            }
            Map.Entry<String, BsonValue> number =
                    block.getDocument("_id").entrySet().iterator().next();
            numbers.add(number.getValue().asNumber().longValue());
            // The server compares the types of the second fields before their names.
            after = new BsonDocument(number.getKey(), number.getValue()).append("last", new BsonMaxKey());
        }
    }

    /** Removes the ids of an import. */
    public void remove(long importNumber) {
        Bson unseen = and(
                gte("_id", unseenKey(importNumber, new BsonMinKey())),
                lte("_id", unseenKey(importNumber, new BsonMaxKey())));
        retries.run("remove the ids of records", () -> {
            blocks.deleteMany(seen(importNumber));
            blocks.deleteMany(unseen);
        });
    }
}
