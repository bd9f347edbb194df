package dev.mongohaul.repository.target;

import com.mongodb.client.MongoCursor;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Merge of sorted blocks of {@link IdBytes}, which are read in the order of their first ids. */
public final class SortedIds implements Iterator<byte[]>, AutoCloseable {

    private final MongoCursor<BsonDocument> unopened;
    private final byte @Nullable [] least;
    private final PriorityQueue<Block> open =
            new PriorityQueue<>((block, other) -> IdBytes.compare(block.head, other.head));
    private @Nullable Block current;
    private @Nullable Block next;

    /** @param from least id that is returned; null for all */
    SortedIds(MongoCursor<BsonDocument> blocks, @Nullable BsonValue from) {
        this.unopened = blocks;
        this.least = from == null ? null : IdBytes.of(from);
        open();
        advance();
    }

    private static final class Block {

        private final Iterator<byte[]> rest;
        private final byte[] first;
        private byte[] head;

        Block(BsonDocument stored) {
            rest = IdBlock.stored(stored);
            first = rest.next();
            head = first;
        }

        boolean advance() {
            if (rest.hasNext()) {
                head = rest.next();
                return true;
            }
            return false;
        }

        boolean reaches(byte @Nullable [] least) {
            while (least != null && IdBytes.compare(head, least) < 0) {
                if (!advance()) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Reads the next block that has an id to return. */
    private void open() {
        next = null;
        while (next == null && unopened.hasNext()) {
            Block block = new Block(unopened.next());
            next = block.reaches(least) ? block : null;
        }
    }

    /** Makes the block with the least id the current one. */
    private void advance() {
        Block earliest = open.peek();
        if (current == null || (earliest != null && IdBytes.compare(earliest.head, current.head) < 0)) {
            open.poll();
            if (current != null) {
                open.add(current);
            }
            current = earliest;
        }
        while (next != null && (current == null || IdBytes.compare(next.first, current.head) <= 0)) {
            if (current != null) {
                open.add(current);
            }
            current = next;
            open();
        }
    }

    @Override
    public boolean hasNext() {
        return current != null;
    }

    @Override
    public byte[] next() {
        if (current == null) {
            throw new NoSuchElementException();
        }
        byte[] id = current.head;
        if (!current.advance()) {
            current = null;
        }
        advance();
        return id;
    }

    @Override
    public void close() {
        unopened.close();
    }
}
