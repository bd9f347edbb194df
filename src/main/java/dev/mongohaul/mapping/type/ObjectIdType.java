package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import java.nio.ByteBuffer;

/** An ObjectId of 24 hexadecimal digits. */
final class ObjectIdType implements CellType {

    private static final int DIGITS = 24;

    private final ByteBuffer id = ByteBuffer.allocate(DIGITS / 2);

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (to - from != DIGITS || !BytesTypes.decodeHex(bytes, from, to, id.array(), 0)) {
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
