package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/** A whole number of 32 or 64 bits. */
final class IntegerType implements CellType {

    private final WholeNumber number = new WholeNumber();
    private final boolean int32;

    IntegerType(boolean int32) {
        this.int32 = int32;
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to) || (int32 && !number.isInt32())) {
            return false;
        }
        if (int32) {
            sink.putInt32(name, (int) number.value);
        } else {
            sink.putInt64(name, number.value);
        }
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return int32
                ? "is not an int32: a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE
                : "is not an int64: a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE;
    }
}
