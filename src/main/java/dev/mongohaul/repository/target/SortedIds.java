package dev.mongohaul.repository.target;

import com.mongodb.client.MongoCursor;
import dev.mongohaul.mongo.BsonOrder;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Merge of sorted blocks, which are read in the order of their first ids. */
public final class SortedIds implements Iterator<BsonValue>, AutoCloseable {

    private final MongoCursor<BsonDocument> unopened;
    private final PriorityQueue<Block> open =
            new PriorityQueue<>(Comparator.comparing(block -> block.head, BsonOrder.INSTANCE));
    private @Nullable Block next;

    SortedIds(MongoCursor<BsonDocument> blocks) {
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
        next = unopened.hasNext() ? new Block(unopened.next().getArray(SeenIds.IDS)) : null;
    }

    @Override
    public boolean hasNext() {
        return next != null || !open.isEmpty();
    }

    @Override
    public BsonValue next() {
        while (next != null && (open.isEmpty() || BsonOrder.INSTANCE.compare(next.head, open.element().head) <= 0)) {
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
