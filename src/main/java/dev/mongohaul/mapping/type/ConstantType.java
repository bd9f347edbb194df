package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.FixedValue;
import dev.mongohaul.mapping.sink.ValueSink;

/** The same value for every cell: a string, an int32 (an int64 if it is too large), a double or a boolean. */
final class ConstantType implements CellType {

    private final FixedValue value;

    /** @param value a {@code String}, {@code Long}, {@code Double} or {@code Boolean} */
    ConstantType(Object value) {
        this.value = new FixedValue(
                value instanceof Long number && number == number.intValue() ? (Object) number.intValue() : value);
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        sink.putFixed(name, value);
        return true;
    }
}
