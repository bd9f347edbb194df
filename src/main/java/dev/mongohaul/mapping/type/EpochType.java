package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/** A date as a whole number of seconds or milliseconds since 1970-01-01T00:00Z. */
final class EpochType implements CellType {

    private final WholeNumber number = new WholeNumber();
    private final String unit;
    private final long millisPerUnit;
    private final long highest;

    EpochType(String unit, long millisPerUnit) {
        this.unit = unit;
        this.millisPerUnit = millisPerUnit;
        this.highest = Long.MAX_VALUE / millisPerUnit;
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to) || number.value > highest || number.value < -highest) {
            return false;
        }
        sink.putDateTime(name, number.value * millisPerUnit);
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return "is not a date: a whole number of " + unit + " since 1970, from " + -highest + " to " + highest;
    }
}
