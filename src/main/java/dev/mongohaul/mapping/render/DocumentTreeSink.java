package dev.mongohaul.mapping.render;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Renders documents as {@link Document}s of the driver's own Java types; encoded with its default codec they are the
 * bytes of {@link BsonBytesSink}.
 */
public final class DocumentTreeSink implements DocumentSink<Document> {

    private static final int EMPTY_DOCUMENT_BYTES = 5;

    private final Deque<Document> open = new ArrayDeque<>();
    private final Deque<FieldName> names = new ArrayDeque<>();
    private int size;

    @Override
    public void begin() {
        open.clear();
        names.clear();
        open.push(new Document());
        size = EMPTY_DOCUMENT_BYTES;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Document finish() {
        return open.pop();
    }

    @Override
    public void putNull(FieldName name) {
        put(name, null, 0);
    }

    @Override
    public void putString(FieldName name, byte[] utf8, int from, int to) {
        put(name, new String(utf8, from, to - from, StandardCharsets.UTF_8), Integer.BYTES + to - from + 1);
    }

    @Override
    public void putInt32(FieldName name, int value) {
        put(name, value, Integer.BYTES);
    }

    @Override
    public void putInt64(FieldName name, long value) {
        put(name, value, Long.BYTES);
    }

    @Override
    public void putDouble(FieldName name, double value) {
        put(name, value, Double.BYTES);
    }

    @Override
    public void putDecimal128(FieldName name, long high, long low) {
        put(name, Decimal128.fromIEEE754BIDEncoding(high, low), 2 * Long.BYTES);
    }

    @Override
    public void putBoolean(FieldName name, boolean value) {
        put(name, value, 1);
    }

    @Override
    @SuppressWarnings("JavaUtilDate") // the driver's default codec decodes a BSON date to a java.util.Date
    public void putDateTime(FieldName name, long millis) {
        put(name, new Date(millis), Long.BYTES);
    }

    @Override
    public void putObjectId(FieldName name, int high, long low) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + Long.BYTES);
        bytes.putInt(high).putLong(low).flip();
        put(name, new ObjectId(bytes), bytes.capacity());
    }

    @Override
    public void startDocument(FieldName name) {
        Document nested = new Document();
        put(name, nested, EMPTY_DOCUMENT_BYTES);
        open.push(nested);
        names.push(name);
    }

    @Override
    public void endDocument() {
        boolean empty = open.pop().isEmpty();
        FieldName name = names.pop();
        if (empty) {
            open.element().remove(name.text());
            size -= elementBytes(name, EMPTY_DOCUMENT_BYTES);
        }
    }

    private void put(FieldName name, @Nullable Object value, int valueBytes) {
        open.element().put(name.text(), value);
        size += elementBytes(name, valueBytes);
    }

    private static int elementBytes(FieldName name, int valueBytes) {
        return 1 + name.terminated().length + valueBytes;
    }
}
