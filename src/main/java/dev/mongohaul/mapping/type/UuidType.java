package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import org.bson.BsonBinarySubType;

/** A UUID of 8-4-4-4-12 hexadecimal digits, as binary of subtype 4 with its bytes in the order written. */
final class UuidType implements CellType {

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
            int value = BytesTypes.HEX[bytes[at] & 0xFF] << 4 | BytesTypes.HEX[bytes[at + 1] & 0xFF];
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
