package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/** The cell's text, including its spaces. */
final class StringType implements CellType {

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        sink.putString(name, bytes, from, to);
        return true;
    }
}
