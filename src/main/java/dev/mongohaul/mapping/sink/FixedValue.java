package dev.mongohaul.mapping.sink;

import java.nio.charset.StandardCharsets;
import java.util.Date;

/** Value of many documents, of which a sink of objects stores one object and a sink of bytes the bytes. */
public final class FixedValue {

    private final Object value;
    private final byte[] utf8;

    /** @param value a {@code String}, {@code Integer}, {@code Long}, {@code Double}, {@code Boolean} or {@code Date} */
    public FixedValue(Object value) {
        this.value = value;
        this.utf8 = value.toString().getBytes(StandardCharsets.UTF_8);
    }

    Object object() {
        return value;
    }

    /** Writes the value to a sink of primitive values. */
    @SuppressWarnings("JavaUtilDate") // documents have them
    void put(FieldName name, ValueSink sink) {
        if (value instanceof Integer number) {
            sink.putInt32(name, number);
        } else if (value instanceof Long number) {
            sink.putInt64(name, number);
        } else if (value instanceof Double number) {
            sink.putDouble(name, number);
        } else if (value instanceof Boolean flag) {
            sink.putBoolean(name, flag);
        } else if (value instanceof Date date) {
            sink.putDateTime(name, date.getTime());
        } else {
            sink.putString(name, utf8, 0, utf8.length);
        }
    }
}
