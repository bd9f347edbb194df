package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.type.FieldType.BinaryEncoding;
import dev.mongohaul.mapping.type.ValueSink.FieldName;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bson.BsonBinarySubType;
import org.jspecify.annotations.Nullable;

/** The types whose values are bytes: binary in base64 or hexadecimal digits, UUIDs and ObjectIds. */
final class BytesTypes {

    /** The value of each byte as a digit; below zero for a byte that is none. */
    private static final byte[] HEX = values("0123456789abcdef");

    private static final byte[] BASE64 = values("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

    static {
        "ABCDEF".chars().forEach(digit -> HEX[digit] = (byte) (digit - 'A' + 10));
    }

    private BytesTypes() {}

    private static byte[] values(String digits) {
        byte[] values = new byte[256];
        Arrays.fill(values, (byte) -1);
        for (int value = 0; value < digits.length(); value++) {
            values[digits.charAt(value)] = (byte) value;
        }
        return values;
    }

    /**
     * Decodes pairs of hexadecimal digits, in upper or lower case, to the target from {@code at} on. Returns false if
     * {@code [from, to)} is something else.
     */
    private static boolean decodeHex(byte[] digits, int from, int to, byte[] target, int at) {
        if ((to - from) % 2 != 0) {
            return false;
        }
        int all = 0;
        for (int pair = from; pair < to; pair += 2) {
            int value = HEX[digits[pair] & 0xFF] << 4 | HEX[digits[pair + 1] & 0xFF];
            target[at + (pair - from) / 2] = (byte) value;
            all |= value;
        }
        return all >= 0;
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

        /** Decodes groups of four digits. The decoder of the JDK also accepts text without padding or with stray bits. */
        private static byte @Nullable [] decodeBase64(byte[] bytes, int from, int to) {
            if ((to - from) % 4 != 0) {
                return null;
            }
            int padding = 0;
            while (padding < 2 && padding < to - from && bytes[to - 1 - padding] == '=') {
                padding++;
            }
            byte[] decoded = new byte[(to - from) / 4 * 3 - padding];
            int all = 0;
            int group = from;
            int at = 0;
            for (; at + 2 < decoded.length; group += 4) {
                int value = base64(bytes, group, 4);
                all |= value;
                decoded[at++] = (byte) (value >> 16);
                decoded[at++] = (byte) (value >> 8);
                decoded[at++] = (byte) value;
            }
            if (padding > 0) {
                int value = base64(bytes, group, 4 - padding);
                // The unused bits of the last digit make the value negative.
                all |= value | -(value & (padding == 2 ? 0xFFFF : 0xFF));
                for (int shift = 16; at < decoded.length; shift -= 8) {
                    decoded[at++] = (byte) (value >> shift);
                }
            }
            return all >= 0 ? decoded : null;
        }

        /** Returns the 24 bits of up to four digits, or a number below zero if one is no digit. */
        private static int base64(byte[] bytes, int from, int digits) {
            int value = 0;
            for (int digit = 0; digit < digits; digit++) {
                value |= BASE64[bytes[from + digit] & 0xFF] << (18 - 6 * digit);
            }
            return value;
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

        /** A bit for each byte whose digits follow a hyphen. */
        private static final int HYPHENS = 1 << 4 | 1 << 6 | 1 << 8 | 1 << 10;

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
            int all = 0;
            int at = from;
            for (int index = 0; index < uuid.length; index++) {
                if ((HYPHENS & 1 << index) != 0) {
                    all |= bytes[at] == '-' ? 0 : -1;
                    at++;
                }
                int value = HEX[bytes[at] & 0xFF] << 4 | HEX[bytes[at + 1] & 0xFF];
                uuid[index] = (byte) value;
                all |= value;
                at += 2;
            }
            return all >= 0;
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
