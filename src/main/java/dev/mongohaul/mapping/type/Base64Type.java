package dev.mongohaul.mapping.type;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.bson.BsonBinarySubType;
import org.jspecify.annotations.Nullable;

/**
 * Bytes in the base64 of RFC 4648, section 4: with its padding, without line ends, and unused bits zero; an empty cell
 * is no bytes.
 */
public final class Base64Type implements CellType {

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        byte[] decoded = decode(bytes, from, to);
        if (decoded == null) {
            return false;
        }
        sink.putBinary(name, BsonBinarySubType.BINARY, decoded, 0, decoded.length);
        return true;
    }

    /** The JDK also takes a text without padding, or with bits that mean nothing: what it writes is stricter. */
    private static byte @Nullable [] decode(byte[] bytes, int from, int to) {
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
        return "is not binary: base64 with its padding and without line ends, such as 3q2+7w==";
    }
}
