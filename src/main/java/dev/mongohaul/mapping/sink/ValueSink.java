package dev.mongohaul.mapping.sink;

import org.bson.BsonBinarySubType;

/**
 * Receiver of the values of a document in their order, without boxing, and without {@code String}s where bytes will do.
 * The caller ensures that names are unique within a document.
 */
public interface ValueSink {

    void putNull(FieldName name);

    /** Writes a value that many documents have. */
    default void putFixed(FieldName name, FixedValue value) {
        value.put(name, this);
    }

    /** Copies the text of the well-formed UTF-8 in {@code [from, to)}. */
    void putString(FieldName name, byte[] utf8, int from, int to);

    void putInt32(FieldName name, int value);

    void putInt64(FieldName name, long value);

    void putDouble(FieldName name, double value);

    /** Takes the two halves of a Decimal128 in binary integer decimal (BID) encoding. */
    void putDecimal128(FieldName name, long high, long low);

    void putBoolean(FieldName name, boolean value);

    /** Takes milliseconds since 1970-01-01T00:00Z. */
    void putDateTime(FieldName name, long millis);

    /** Takes the ObjectId's first 4 and last 8 bytes, big-endian. */
    void putObjectId(FieldName name, int high, long low);

    /** Copies the bytes in {@code [from, to)}, of any subtype except the old 2. */
    void putBinary(FieldName name, BsonBinarySubType subtype, byte[] bytes, int from, int to);

    /** Begins a nested document, which takes the values until it ends. */
    void startDocument(FieldName name);

    /** Ends the innermost nested document, and removes it if it is empty. */
    void endDocument();

    /** Ends the innermost nested document, and keeps it even if it is empty. */
    void endDocumentEvenIfEmpty();

    /** Begins an array, whose elements are named {@link FieldName#ofElement} from 0 on, until {@link #endArray}. */
    void startArray(FieldName name);

    /** Ends the innermost array, which may be empty. */
    void endArray();
}
