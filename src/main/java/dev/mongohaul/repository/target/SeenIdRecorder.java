package dev.mongohaul.repository.target;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Recorder of the ids of one partition. For one thread. */
public final class SeenIdRecorder {

    private final SeenIds stored;
    private final long importNumber;
    private final List<byte[]> ids = new ArrayList<>();
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
     * @param id as {@link IdBytes}; null if it cannot be read
     * @param place returns the place of the record, for a message
     */
    public void add(byte @Nullable [] id, Supplier<String> place) {
        if (id == null || id.length > SeenIds.LARGEST_ID) {
            unreadable = place.get();
        } else {
            ids.add(id);
        }
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
        List<BsonDocument> saved = new ArrayList<>();
        ids.sort(IdBytes::compare);
        int index = 0;
        while (index < ids.size()) {
            BsonDocument key = key(IdBytes.value(ids.get(index)), to).append("block", new BsonInt32(saved.size()));
            IdBlock block = new IdBlock();
            while (index < ids.size() && !block.isFull()) {
                block.add(ids.get(index++));
            }
            saved.add(new BsonDocument("_id", key)
                    .append(SeenIds.LAST, IdBytes.value(ids.get(index - 1)))
                    .append(SeenIds.IDS, block.toBinary()));
        }
        if (unreadable != null) {
            saved.add(new BsonDocument("_id", key(new BsonMinKey(), to))
                    .append(SeenIds.PLACE, new BsonString(unreadable)));
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
