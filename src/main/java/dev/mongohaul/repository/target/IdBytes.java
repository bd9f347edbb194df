package dev.mongohaul.repository.target;

import dev.mongohaul.mongo.BsonOrder;
import dev.mongohaul.mongo.session.PreImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Ids of documents as bytes: the BSON type, and the value in a form whose unsigned bytes have the order of the values of this
 * type, for the types of nearly all ids. Other values are in their BSON form.
 */
public final class IdBytes {

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private static final byte STRING = 0x02;
    private static final byte DOCUMENT = 0x03;
    private static final byte OBJECT_ID = 0x07;
    private static final byte DATE_TIME = 0x09;
    private static final byte INT32 = 0x10;
    private static final byte INT64 = 0x12;

    private static final int OBJECT_ID_BYTES = 12;

    /** Bytes of a document's length, of the type and the name of its field {@code _id}, and of its end. */
    private static final int LENGTH = Integer.BYTES;

    private static final int HEAD = 5;
    private static final int AROUND = LENGTH + HEAD + 1;

    private static final int UNDECIDED = Integer.MIN_VALUE;
    private static final int UNKNOWN = -1;

    private IdBytes() {}

    /** Returns the {@code _id} of a document; null if it has none. */
    public static byte @Nullable [] of(RawBsonDocument document) {
        byte[] bson = document.getBackingArray();
        int field = document.getByteOffset() + LENGTH;
        if (document.getByteLength() > AROUND && isId(bson, field)) {
            int size = size(bson[field], bson, field + HEAD);
            if (size != UNKNOWN) {
                return of(bson, field, size);
            }
        }
        BsonValue id = document.get("_id");
        return id == null ? null : of(id);
    }

    private static boolean isId(byte[] bson, int field) {
        return bson[field + 1] == '_' && bson[field + 2] == 'i' && bson[field + 3] == 'd' && bson[field + 4] == 0;
    }

    static byte[] of(BsonValue id) {
        RawBsonDocument document = new RawBsonDocument(new BsonDocument("_id", id), CODEC);
        return ofOnlyField(document.getBackingArray(), document.getByteOffset());
    }

    /** Returns the {@code _id} of the document at an offset, which has no other field. */
    public static byte[] ofOnlyField(byte[] bson, int offset) {
        return of(bson, offset + LENGTH, int32(bson, offset) - AROUND);
    }

    private static byte[] of(byte[] bson, int field, int size) {
        byte type = bson[field];
        int value = field + HEAD;
        switch (type) {
            case STRING -> {
                return copy(type, bson, value + Integer.BYTES, size - Integer.BYTES - 1);
            }
            case INT32, INT64, DATE_TIME -> {
                byte[] id = new byte[1 + size];
                id[0] = type;
                for (int index = 0; index < size; index++) {
                    id[size - index] = bson[value + index];
                }
                id[1] ^= (byte) 0x80;
                return id;
            }
            default -> {
                return copy(type, bson, value, size);
            }
        }
    }

    private static byte[] copy(byte type, byte[] bson, int from, int length) {
        byte[] id = new byte[1 + length];
        id[0] = type;
        System.arraycopy(bson, from, id, 1, length);
        return id;
    }

    /** Returns the number of bytes of a value in BSON; -1 for a type that ids seldom have. */
    private static int size(byte type, byte[] bson, int value) {
        return switch (type) {
            case STRING -> Integer.BYTES + int32(bson, value);
            case DOCUMENT -> int32(bson, value);
            case OBJECT_ID -> OBJECT_ID_BYTES;
            case INT32 -> Integer.BYTES;
            case INT64, DATE_TIME -> Long.BYTES;
            default -> UNKNOWN;
        };
    }

    /** Returns the id. */
    public static BsonValue value(byte[] id) {
        ByteBuffer value = ByteBuffer.wrap(id, 1, id.length - 1);
        return switch (id[0]) {
            case STRING -> new BsonString(new String(id, 1, id.length - 1, StandardCharsets.UTF_8));
            case OBJECT_ID -> new BsonObjectId(new ObjectId(value));
            case INT32 -> new BsonInt32(value.getInt() ^ Integer.MIN_VALUE);
            case INT64 -> new BsonInt64(value.getLong() ^ Long.MIN_VALUE);
            case DATE_TIME -> new BsonDateTime(value.getLong() ^ Long.MIN_VALUE);
            default -> PreImage.idOf(document(id[0], value));
        };
    }

    private static RawBsonDocument document(byte type, ByteBuffer value) {
        byte[] bson = new byte[AROUND + value.remaining()];
        ByteBuffer.wrap(bson)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(bson.length)
                .put(type)
                .put(new byte[] {'_', 'i', 'd', 0})
                .put(value);
        return new RawBsonDocument(bson);
    }

    /** Compares ids as {@link BsonOrder} does. */
    public static int compare(byte[] one, byte[] other) {
        if (one[0] == other[0]) {
            switch (one[0]) {
                case STRING, OBJECT_ID, INT32, INT64, DATE_TIME -> {
                    return Arrays.compareUnsigned(one, 1, one.length, other, 1, other.length);
                }
                case DOCUMENT -> {
                    int order = documents(one, 1, other, 1);
                    if (order != UNDECIDED) {
                        return order;
                    }
                }
                default -> {}
            }
        }
        return BsonOrder.INSTANCE.compare(value(one), value(other));
    }

    /** Compares field by field, up to a value of another type than most ids have. */
    private static int documents(byte[] one, int from, byte[] other, int otherFrom) {
        int at = from + LENGTH;
        int otherAt = otherFrom + LENGTH;
        while (one[at] != 0 && other[otherAt] != 0) {
            byte type = one[at];
            if (type != other[otherAt] || size(type, one, value(one, at)) == UNKNOWN) {
                return UNDECIDED;
            }
            int value = value(one, at);
            int otherValue = value(other, otherAt);
            int order = Arrays.compareUnsigned(one, at + 1, value, other, otherAt + 1, otherValue);
            order = order != 0 ? order : values(type, one, value, other, otherValue);
            if (order != 0) {
                return order;
            }
            at = value + size(type, one, value);
            otherAt = otherValue + size(type, other, otherValue);
        }
        return Boolean.compare(one[at] != 0, other[otherAt] != 0);
    }

    /** Returns where the value of a field begins, after its name. */
    private static int value(byte[] bson, int field) {
        int at = field + 1;
        while (bson[at] != 0) {
            at++;
        }
        return at + 1;
    }

    private static int values(byte type, byte[] one, int at, byte[] other, int otherAt) {
        return switch (type) {
            case DOCUMENT -> documents(one, at, other, otherAt);
            case INT32 -> Integer.compare(int32(one, at), int32(other, otherAt));
            case INT64, DATE_TIME -> Long.compare(int64(one, at), int64(other, otherAt));
            case OBJECT_ID ->
                Arrays.compareUnsigned(one, at, at + OBJECT_ID_BYTES, other, otherAt, otherAt + OBJECT_ID_BYTES);
            default ->
                Arrays.compareUnsigned(
                        one,
                        at + Integer.BYTES,
                        at + size(type, one, at) - 1,
                        other,
                        otherAt + Integer.BYTES,
                        otherAt + size(type, other, otherAt) - 1);
        };
    }

    private static int int32(byte[] bson, int at) {
        return (bson[at] & 0xFF)
                | ((bson[at + 1] & 0xFF) << 8)
                | ((bson[at + 2] & 0xFF) << 16)
                | ((bson[at + 3] & 0xFF) << 24);
    }

    private static long int64(byte[] bson, int at) {
        return (int32(bson, at) & 0xFFFFFFFFL) | ((long) int32(bson, at + Integer.BYTES) << 32);
    }
}
