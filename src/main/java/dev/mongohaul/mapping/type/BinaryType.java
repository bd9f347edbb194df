package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.BinaryEncoding;
import org.bson.BsonBinarySubType;
import org.jspecify.annotations.Nullable;

/**
 * Bytes in the base64 of RFC 4648, section 4 (padded, without line ends, unused bits zero), or as two hexadecimal digits
 * each, without a prefix. An empty cell has no bytes.
 */
record BinaryType(BinaryEncoding encoding) implements CellType {

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        byte[] decoded = encoding == BinaryEncoding.HEX ? decodeHex(bytes, from, to) : decodeBase64(bytes, from, to);
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

    /** Returns the 24 bits of up to four digits, or a number below zero if one is not a digit. */
    private static int base64(byte[] bytes, int from, int digits) {
        int value = 0;
        for (int digit = 0; digit < digits; digit++) {
            value |= BytesTypes.BASE64[bytes[from + digit] & 0xFF] << (18 - 6 * digit);
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
