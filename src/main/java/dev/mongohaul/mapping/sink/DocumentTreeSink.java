package dev.mongohaul.mapping.sink;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonBinarySubType;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Sink of {@link Document}s, which the driver's default codec encodes as the bytes of {@link BsonBytesSink}. */
final class DocumentTreeSink<D> implements DocumentSink<D> {

    private final Function<Document, D> finisher;

    private final Deque<Document> open = new ArrayDeque<>();
    private final Deque<FieldName> names = new ArrayDeque<>();

    DocumentTreeSink(Function<Document, D> finisher) {
        this.finisher = finisher;
    }

    @Override
    public void begin() {
        open.clear();
        names.clear();
        open.push(new Document());
    }

    @Override
    public D finish() {
        return finisher.apply(open.pop());
    }

    @Override
    public void putNull(FieldName name) {
        put(name, null);
    }

    @Override
    public void putFixed(FieldName name, FixedValue value) {
        put(name, value.object());
    }

    @Override
    public void putString(FieldName name, byte[] utf8, int from, int to) {
        put(name, new String(utf8, from, to - from, StandardCharsets.UTF_8));
    }

    @Override
    public void putInt32(FieldName name, int value) {
        put(name, value);
    }

    @Override
    public void putInt64(FieldName name, long value) {
        put(name, value);
    }

    @Override
    public void putDouble(FieldName name, double value) {
        put(name, value);
    }

    @Override
    public void putDecimal128(FieldName name, long high, long low) {
        put(name, Decimal128.fromIEEE754BIDEncoding(high, low));
    }

    @Override
    public void putBoolean(FieldName name, boolean value) {
        put(name, value);
    }

    @Override
    @SuppressWarnings("JavaUtilDate") // the driver's default codec decodes a BSON date to a java.util.Date
    public void putDateTime(FieldName name, long millis) {
        put(name, new Date(millis));
    }

    @Override
    public void putObjectId(FieldName name, int high, long low) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + Long.BYTES);
        bytes.putInt(high).putLong(low).flip();
        put(name, new ObjectId(bytes));
    }

    @Override
    public void putBinary(FieldName name, BsonBinarySubType subtype, byte[] bytes, int from, int to) {
        put(name, new Binary(subtype, Arrays.copyOfRange(bytes, from, to)));
    }

    @Override
    public void startDocument(FieldName name) {
        Document nested = new Document();
        put(name, nested);
        open.push(nested);
        names.push(name);
    }

    /** Collects the elements in a document of their indexes until the array ends. */
    @Override
    public void startArray(FieldName name) {
        startDocument(name);
    }

    @Override
    public void endArray() {
        List<Object> elements = new ArrayList<>(open.pop().values());
        put(names.pop(), elements);
    }

    @Override
    public void endDocumentEvenIfEmpty() {
        open.pop();
        names.pop();
    }

    @Override
    public void endDocument() {
        boolean empty = open.pop().isEmpty();
        FieldName name = names.pop();
        if (empty) {
            open.element().remove(name.text());
        }
    }

    private void put(FieldName name, @Nullable Object value) {
        open.element().put(name.text(), value);
    }
}
