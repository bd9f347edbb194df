package dev.mongohaul.repository.target;

import com.mongodb.client.model.ReplaceOneModel;
import dev.mongohaul.mongo.BsonOrder;
import dev.mongohaul.mongo.session.PreImage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Recorder of the ids of one partition. For one thread. */
public final class SeenIdRecorder {

    private final SeenIds stored;
    private final long importNumber;
    private final List<BsonValue> ids = new ArrayList<>();
    private @Nullable String unreadable;
    private long from;

    SeenIdRecorder(SeenIds stored, long importNumber, long from) {
        this.stored = stored;
        this.importNumber = importNumber;
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
            case STRING -> id.asString().getValue().length() > SeenIds.LARGEST_ID / 3;
            case DOCUMENT, BINARY ->
                new RawBsonDocument(new BsonDocument("", id), SeenIds.CODEC)
                                .getByteBuffer()
                                .remaining()
                        > SeenIds.LARGEST_ID;
            default -> false;
        };
    }

    /** Returns whether enough ids were added to save them. */
    public boolean isFull() {
        return ids.size() >= SeenIds.MOST_BUFFERED;
    }

    /**
     * Saves the ids added since the last call. A process that has lost its partition saves what its successor does.
     *
     * @param to offset after the last of their records
     */
    public void save(long to) {
        List<ReplaceOneModel<BsonDocument>> saved = new ArrayList<>();
        ids.sort(BsonOrder.INSTANCE);
        for (int begin = 0; begin < ids.size(); begin += SeenIds.BLOCK) {
            List<BsonValue> block = List.copyOf(ids.subList(begin, Math.min(ids.size(), begin + SeenIds.BLOCK)));
            saved.add(SeenIds.replacement(
                    key(block.get(0), to).append("n", new BsonInt32(begin / SeenIds.BLOCK)),
                    new BsonDocument(SeenIds.IDS, new BsonArray(block))));
        }
        if (unreadable != null) {
            saved.add(SeenIds.replacement(
                    key(new BsonMinKey(), to), new BsonDocument(SeenIds.PLACE, new BsonString(unreadable))));
        }
        if (!saved.isEmpty()) {
            stored.save(saved);
        }
        ids.clear();
        unreadable = null;
        from = to;
    }

    private BsonDocument key(BsonValue first, long to) {
        return new BsonDocument("i", new BsonInt64(importNumber))
                .append("first", first)
                .append("from", new BsonInt64(from))
                .append("to", new BsonInt64(to));
    }
}
