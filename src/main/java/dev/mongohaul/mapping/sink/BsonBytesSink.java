package dev.mongohaul.mapping.sink;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.bson.BsonBinarySubType;
import org.bson.BsonType;
import org.bson.RawBsonDocument;

/**
 * Sink that renders documents as BSON, one after another in shared blocks: no object per value, one small object per
 * document.
 *
 * <p>A document that does not fit into the block moves to a new one, of its own size if it is larger than a block. A
 * block can be collected together with its last document.
 */
final class BsonBytesSink implements DocumentSink<RawBsonDocument> {

    /** Room for some thousand usual documents, and large enough that the collector does not copy it. */
    private static final int BLOCK_BYTES = 1 << 20;

    private static final int LENGTH_BYTES = 4;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);
    private static final VarHandle ID_HIGH = MethodHandles.byteArrayViewVarHandle(int[].class, BIG_ENDIAN);
    private static final VarHandle ID_LOW = MethodHandles.byteArrayViewVarHandle(long[].class, BIG_ENDIAN);

    private byte[] block = new byte[BLOCK_BYTES];
    private int start;
    private int position;

    /** The offsets from start of the element and of the length of each open document or array. */
    private int[] open = new int[16];

    private int depth;

    @Override
    public void begin() {
        position = start;
        depth = 0;
        reserve(LENGTH_BYTES);
        position += LENGTH_BYTES;
    }

    @Override
    public RawBsonDocument finish() {
        reserve(1);
        block[position++] = 0;
        INT.set(block, start, position - start);
        RawBsonDocument document = new RawBsonDocument(block, start, position - start);
        start = position;
        return document;
    }

    @Override
    public void putNull(FieldName name) {
        element(BsonType.NULL, name, 0);
    }

    @Override
    public void putString(FieldName name, byte[] utf8, int from, int to) {
        int length = to - from;
        element(BsonType.STRING, name, LENGTH_BYTES + length + 1);
        INT.set(block, position, length + 1);
        position += LENGTH_BYTES;
        System.arraycopy(utf8, from, block, position, length);
        position += length;
        block[position++] = 0;
    }

    @Override
    public void putInt32(FieldName name, int value) {
        element(BsonType.INT32, name, Integer.BYTES);
        INT.set(block, position, value);
        position += Integer.BYTES;
    }

    @Override
    public void putInt64(FieldName name, long value) {
        element(BsonType.INT64, name, Long.BYTES);
        append(value);
    }

    @Override
    public void putDouble(FieldName name, double value) {
        element(BsonType.DOUBLE, name, Double.BYTES);
        append(Double.doubleToRawLongBits(value));
    }

    @Override
    public void putDecimal128(FieldName name, long high, long low) {
        element(BsonType.DECIMAL128, name, 2 * Long.BYTES);
        append(low);
        append(high);
    }

    @Override
    public void putBoolean(FieldName name, boolean value) {
        element(BsonType.BOOLEAN, name, 1);
        block[position++] = (byte) (value ? 1 : 0);
    }

    @Override
    public void putDateTime(FieldName name, long millis) {
        element(BsonType.DATE_TIME, name, Long.BYTES);
        append(millis);
    }

    @Override
    public void putObjectId(FieldName name, int high, long low) {
        element(BsonType.OBJECT_ID, name, Integer.BYTES + Long.BYTES);
        ID_HIGH.set(block, position, high);
        ID_LOW.set(block, position + Integer.BYTES, low);
        position += Integer.BYTES + Long.BYTES;
    }

    @Override
    public void putBinary(FieldName name, BsonBinarySubType subtype, byte[] bytes, int from, int to) {
        int length = to - from;
        element(BsonType.BINARY, name, LENGTH_BYTES + 1 + length);
        INT.set(block, position, length);
        position += LENGTH_BYTES;
        block[position++] = subtype.getValue();
        System.arraycopy(bytes, from, block, position, length);
        position += length;
    }

    @Override
    public void startDocument(FieldName name) {
        start(BsonType.DOCUMENT, name);
    }

    @Override
    public void startArray(FieldName name) {
        start(BsonType.ARRAY, name);
    }

    private void start(BsonType type, FieldName name) {
        if (2 * depth == open.length) {
            open = Arrays.copyOf(open, 2 * open.length);
        }
        open[2 * depth] = position - start;
        element(type, name, LENGTH_BYTES);
        open[2 * depth + 1] = position - start;
        position += LENGTH_BYTES;
        depth++;
    }

    @Override
    public void endDocument() {
        if (position == start + open[2 * depth - 1] + LENGTH_BYTES) {
            depth--;
            position = start + open[2 * depth];
        } else {
            end();
        }
    }

    @Override
    public void endDocumentEvenIfEmpty() {
        end();
    }

    @Override
    public void endArray() {
        end();
    }

    private void end() {
        depth--;
        reserve(1);
        int length = start + open[2 * depth + 1];
        block[position++] = 0;
        INT.set(block, length, position - length);
    }

    private void element(BsonType type, FieldName name, int valueBytes) {
        byte[] encoded = name.terminated();
        reserve(1 + encoded.length + valueBytes);
        block[position++] = (byte) type.getValue();
        System.arraycopy(encoded, 0, block, position, encoded.length);
        position += encoded.length;
    }

    private void append(long value) {
        LONG.set(block, position, value);
        position += Long.BYTES;
    }

    private void reserve(int bytes) {
        if (block.length - position < bytes) {
            moveToNewBlock(bytes);
        }
    }

    private void moveToNewBlock(int bytes) {
        int used = position - start;
        byte[] next = new byte[Math.max(BLOCK_BYTES, used + Math.max(used, bytes))];
        System.arraycopy(block, start, next, 0, used);
        block = next;
        start = 0;
        position = used;
    }
}
