package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/** Midnight in UTC of an ISO-8601 date: the most common {@link DateType}, read without a {@code String}. */
final class IsoDateType implements CellType {

    private final IsoDateTime date = new IsoDateTime();

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!date.scanDate(bytes, from, to)) {
            return false;
        }
        sink.putDateTime(name, date.millis());
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return "is not a date: a day that exists, as yyyy-MM-dd, such as 2015-11-22";
    }
}
