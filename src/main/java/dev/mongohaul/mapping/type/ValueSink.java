package dev.mongohaul.mapping.type;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.bson.BsonBinarySubType;

/**
 * Receiver of the values of a document in their order, without boxing, and without {@code String}s where bytes will do.
 * The caller ensures that names are unique within a document.
 */
public interface ValueSink {

    void putNull(FieldName name);

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

    /** Name of a field, encoded once for all documents. */
    public static final class FieldName {

        /** Cache of element names, enough for most arrays. */
        private static final FieldName[] ELEMENTS = IntStream.range(0, 1000)
                .mapToObj(Integer::toString)
                .map(FieldName::new)
                .toArray(FieldName[]::new);

        private final String text;
        private final byte[] terminated;

        /** Encodes a name without NUL, which ends a name in BSON. */
        public FieldName(String text) {
            if (text.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a field's name holds NUL");
            }
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            this.text = text;
            this.terminated = Arrays.copyOf(utf8, utf8.length + 1);
        }

        /** Returns the name of an array element: its index, from 0. */
        public static FieldName ofElement(int index) {
            return index < ELEMENTS.length ? ELEMENTS[index] : new FieldName(Integer.toString(index));
        }

        String text() {
            return text;
        }

        /** Returns the name in UTF-8 with its closing NUL. The caller must not change it. */
        byte[] terminated() {
            return terminated;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
