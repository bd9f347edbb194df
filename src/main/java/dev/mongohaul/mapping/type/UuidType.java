package dev.mongohaul.mapping.type;

import org.bson.BsonBinarySubType;

/** A UUID of 8-4-4-4-12 hexadecimal digits in either case, as binary of subtype 4, its bytes in the order written. */
public final class UuidType implements CellType {

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
            if (!separated || !HexDigits.decode(bytes, group, group + digits, uuid, decoded)) {
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
