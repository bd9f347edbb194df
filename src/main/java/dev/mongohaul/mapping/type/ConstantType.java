package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import java.nio.charset.StandardCharsets;

/** The same value for every cell: a string, an int32 (an int64 if it is too large), a double or a boolean. */
final class ConstantType implements CellType {

    private final Object value;
    private final byte[] utf8;

    /** @param value a {@code String}, {@code Long}, {@code Double} or {@code Boolean} */
    ConstantType(Object value) {
        this.value = value;
        this.utf8 = value.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (value instanceof Long number && number == number.intValue()) {
            sink.putInt32(name, number.intValue());
        } else if (value instanceof Long number) {
            sink.putInt64(name, number);
        } else if (value instanceof Double number) {
            sink.putDouble(name, number);
        } else if (value instanceof Boolean flag) {
            sink.putBoolean(name, flag);
        } else {
            sink.putString(name, utf8, 0, utf8.length);
        }
        return true;
    }
}
