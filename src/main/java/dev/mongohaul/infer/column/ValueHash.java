package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import org.bson.BsonBinarySubType;

/**
 * Sink that keeps only a 64-bit hash of the values: equal values have equal hashes, even if their texts differ.
 *
 * <p>Decimals are an exception: {@code 1.0} and {@code 1.00} are equal to a server and not here.
 */
final class ValueHash implements ValueSink {

    static final long PRIME = 0x9E3779B97F4A7C15L;

    long hash;

    /** Adds a value by MurmurHash3's finalizer. */
    private void mix(long value) {
        long mixed = (hash ^ value) * PRIME;
        mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        hash = (mixed ^ (mixed >>> 33)) + PRIME;
    }

    @Override
    public void putString(FieldName name, byte[] utf8, int from, int to) {
        mixAll(utf8, from, to);
    }

    @Override
    public void putBinary(FieldName name, BsonBinarySubType subtype, byte[] bytes, int from, int to) {
        mixAll(bytes, from, to);
    }

    private void mixAll(byte[] bytes, int from, int to) {
        mix(to - from);
        long word = 0;
        for (int at = from; at < to; at++) {
            word = word << Byte.SIZE | (bytes[at] & 0xFF);
            if ((at - from) % Long.BYTES == Long.BYTES - 1) {
                mix(word);
                word = 0;
            }
        }
        mix(word);
    }

    @Override
    public void putInt32(FieldName name, int value) {
        mix(value);
    }

    @Override
    public void putInt64(FieldName name, long value) {
        mix(value);
    }

    @Override
    public void putDouble(FieldName name, double value) {
        mix(Double.doubleToLongBits(value));
    }

    @Override
    public void putDecimal128(FieldName name, long high, long low) {
        mix(high);
        mix(low);
    }

    @Override
    public void putBoolean(FieldName name, boolean value) {
        mix(value ? 1 : 2);
    }

    @Override
    public void putDateTime(FieldName name, long millis) {
        mix(millis);
    }

    @Override
    public void putObjectId(FieldName name, int high, long low) {
        mix(high);
        mix(low);
    }

    @Override
    public void putNull(FieldName name) {
        mix(0);
    }

    @Override
    public void startDocument(FieldName name) {
        mix(1);
    }

    @Override
    public void endDocument() {
        mix(2);
    }

    @Override
    public void endDocumentEvenIfEmpty() {
        mix(2);
    }

    @Override
    public void startArray(FieldName name) {
        mix(3);
    }

    @Override
    public void endArray() {
        mix(4);
    }
}
