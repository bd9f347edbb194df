package dev.mongohaul.repository.target;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.bson.BsonBinary;
import org.bson.BsonDocument;

/**
 * Block of sorted ids, each without the bytes that it begins with like the one before: the number of these bytes, the number
 * of the others, and the others.
 */
final class IdBlock implements Iterator<byte[]> {

    /** A block is at least this large, unless it is the last one. A merge holds one of each checkpoint in memory. */
    static final int BYTES = 1 << 14;

    private static final int SEVEN_BITS = 0x7F;

    private byte[] bytes;
    private int at;
    private byte[] last = {};

    /** Begins an empty block. */
    IdBlock() {
        bytes = new byte[BYTES + (BYTES >> 2)];
    }

    private IdBlock(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the ids of a stored block. */
    static Iterator<byte[]> stored(BsonDocument block) {
        return new IdBlock(block.getBinary(SeenIds.IDS).getData());
    }

    boolean isFull() {
        return at >= BYTES;
    }

    void add(byte[] id) {
        int shared = Arrays.mismatch(last, id);
        if (shared < 0) {
            return;
        }
        int rest = id.length - shared;
        if (bytes.length < at + 2 * Integer.BYTES + 2 + rest) {
            bytes = Arrays.copyOf(bytes, bytes.length + BYTES + rest);
        }
        put(shared);
        put(rest);
        System.arraycopy(id, shared, bytes, at, rest);
        at += rest;
        last = id;
    }

    private void put(int number) {
        int left = number;
        while (left > SEVEN_BITS) {
            bytes[at++] = (byte) (left | ~SEVEN_BITS);
            left >>>= 7;
        }
        bytes[at++] = (byte) left;
    }

    BsonBinary toBinary() {
        return new BsonBinary(Arrays.copyOf(bytes, at));
    }

    @Override
    public boolean hasNext() {
        return at < bytes.length;
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int shared = number();
        int rest = number();
        byte[] id = new byte[shared + rest];
        System.arraycopy(last, 0, id, 0, shared);
        System.arraycopy(bytes, at, id, shared, rest);
        at += rest;
        last = id;
        return id;
    }

    private int number() {
        int number = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = bytes[at++];
            number |= (part & SEVEN_BITS) << shift;
            if (part >= 0) {
                return number;
            }
        }
    }
}
