package dev.mongohaul.mapping.type;

import org.bson.BsonBinarySubType;

/**
 * Takes the values of a document in their order, neither boxed nor as {@code String}s where bytes will do.
 *
 * <p>The caller gives no name twice within one document.
 */
public interface ValueSink {

    void putNull(FieldName name);

    /** The text of the well-formed UTF-8 in {@code [from, to)}, which is copied. */
    void putString(FieldName name, byte[] utf8, int from, int to);

    void putInt32(FieldName name, int value);

    void putInt64(FieldName name, long value);

    void putDouble(FieldName name, double value);

    /** The two halves of a Decimal128 in binary integer decimal (BID) encoding. */
    void putDecimal128(FieldName name, long high, long low);

    void putBoolean(FieldName name, boolean value);

    /** Milliseconds since 1970-01-01T00:00Z. */
    void putDateTime(FieldName name, long millis);

    /** The ObjectId's first 4 and last 8 bytes, big-endian. */
    void putObjectId(FieldName name, int high, long low);

    /** The bytes in {@code [from, to)}, which are copied; of every subtype but the old 2. */
    void putBinary(FieldName name, BsonBinarySubType subtype, byte[] bytes, int from, int to);

    /** What follows is within a nested document, until one of the two methods that end one. */
    void startDocument(FieldName name);

    /** Ends the innermost nested document; if nothing was put into it, it is left out. */
    void endDocument();

    /** Ends the innermost nested document, and keeps it even if nothing was put into it. */
    void endDocumentEvenIfEmpty();

    /** What follows are elements of an array, named {@link FieldName#ofElement} from 0 on, until {@link #endArray}. */
    void startArray(FieldName name);

    /** Ends the innermost array, which may be empty. */
    void endArray();
}
