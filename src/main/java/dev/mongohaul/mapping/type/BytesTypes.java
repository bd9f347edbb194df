package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.type.FieldType.BinaryEncoding;
import dev.mongohaul.mapping.type.ValueSink.FieldName;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.bson.BsonBinarySubType;
import org.jspecify.annotations.Nullable;

/** The types whose values are bytes: binary in base64 or hexadecimal digits, UUIDs and ObjectIds. */
final class BytesTypes {

    private BytesTypes() {}

    /**
     * Decodes pairs of hexadecimal digits, in upper or lower case, to the target from {@code at} on. Returns false if
     * {@code [from, to)} is something else.
     */
    private static boolean decodeHex(byte[] digits, int from, int to, byte[] target, int at) {
        if ((to - from) % 2 != 0) {
            return false;
        }
        for (int pair = from; pair < to; pair += 2) {
            if (!HexFormat.isHexDigit(digits[pair]) || !HexFormat.isHexDigit(digits[pair + 1])) {
                return false;
            }
            int value = HexFormat.fromHexDigit(digits[pair]) << 4 | HexFormat.fromHexDigit(digits[pair + 1]);
            target[at + (pair - from) / 2] = (byte) value;
        }
        return true;
    }

    /**
     * Bytes in the base64 of RFC 4648, section 4 (padded, without line ends, unused bits zero), or as two hexadecimal digits
     * each, without a prefix. An empty cell is no bytes.
     */
    record BinaryType(BinaryEncoding encoding) implements CellType {

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            byte[] decoded =
                    encoding == BinaryEncoding.HEX ? decodeHex(bytes, from, to) : decodeBase64(bytes, from, to);
            if (decoded == null) {
                return false;
            }
            sink.putBinary(name, BsonBinarySubType.BINARY, decoded, 0, decoded.length);
            return true;
        }

        private static byte @Nullable [] decodeHex(byte[] bytes, int from, int to) {
            byte[] decoded = new byte[(to - from) / 2];
            return BytesTypes.decodeHex(bytes, from, to, decoded, 0) ? decoded : null;
        }

        /** Encodes the bytes again, because the JDK also decodes text without padding or with stray bits. */
        private static byte @Nullable [] decodeBase64(byte[] bytes, int from, int to) {
            byte[] decoded;
            try {
                decoded = Base64.getDecoder()
                        .decode(ByteBuffer.wrap(bytes, from, to - from))
                        .array();
            } catch (IllegalArgumentException notBase64) {
                return null;
            }
            byte[] encoded = Base64.getEncoder().encode(decoded);
            return Arrays.equals(encoded, 0, encoded.length, bytes, from, to) ? decoded : null;
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return encoding == BinaryEncoding.HEX
                    ? "is not binary: two hexadecimal digits a byte and nothing else, such as deadbeef"
                    : "is not binary: base64 with its padding and without line ends, such as 3q2+7w==";
        }
    }

    /** A UUID of 8-4-4-4-12 hexadecimal digits, as binary of subtype 4 with its bytes in the order written. */
    static final class UuidType implements CellType {

        private static final int LENGTH = 36;
        private static final int[] GROUPS = {8, 4, 4, 4, 12};

        private final byte[] uuid = new byte[16];

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            if (to - from != LENGTH || !decode(bytes, from)) {
                return false;
            }
            sink.putBinary(name, BsonBinarySubType.UUID_STANDARD, uuid, 0, uuid.length);
            return true;
        }

        private boolean decode(byte[] bytes, int from) {
            int group = from;
            int decoded = 0;
            for (int digits : GROUPS) {
                boolean separated = group == from || bytes[group - 1] == '-';
                if (!separated || !decodeHex(bytes, group, group + digits, uuid, decoded)) {
                    return false;
                }
                group += digits + 1;
                decoded += digits / 2;
            }
            return true;
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return "is not a UUID: hexadecimal digits in groups of 8-4-4-4-12,"
                    + " such as 123e4567-e89b-12d3-a456-426614174000";
        }
    }

    /** An ObjectId of 24 hexadecimal digits. */
    static final class ObjectIdType implements CellType {

        private static final int DIGITS = 24;

        private final ByteBuffer id = ByteBuffer.allocate(DIGITS / 2);

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            if (to - from != DIGITS || !decodeHex(bytes, from, to, id.array(), 0)) {
                return false;
            }
            sink.putObjectId(name, id.getInt(0), id.getLong(Integer.BYTES));
            return true;
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return "is not an ObjectId: 24 hexadecimal digits, such as 507f1f77bcf86cd799439011";
        }
    }
}
