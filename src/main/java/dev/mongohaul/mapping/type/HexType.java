package dev.mongohaul.mapping.type;

import org.bson.BsonBinarySubType;

/** Bytes of two hexadecimal digits each, in either case, without a prefix; an empty cell is no bytes. */
public final class HexType implements CellType {

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        byte[] decoded = new byte[(to - from) / 2];
        if (!HexDigits.decode(bytes, from, to, decoded, 0)) {
            return false;
        }
        sink.putBinary(name, BsonBinarySubType.BINARY, decoded, 0, decoded.length);
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return "is not binary: two hexadecimal digits a byte and nothing else, such as deadbeef";
    }
}
