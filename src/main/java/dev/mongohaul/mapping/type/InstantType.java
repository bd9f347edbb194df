package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/** A date of an ISO-8601 instant with its offset. A date finer than a millisecond is refused. */
final class InstantType implements CellType {

    private final IsoDateTime instant = new IsoDateTime();

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!instant.scanInstant(bytes, from, to) || instant.tooPrecise) {
            return false;
        }
        sink.putDateTime(name, instant.millis());
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return instant.scanInstant(bytes, from, to)
                ? "is finer than a millisecond, which a date in MongoDB cannot hold: at most 3 digits after the seconds"
                : "is not an instant: a date and time that exist, in ISO-8601 with an offset,"
                        + " such as 2015-11-22T19:21:49.000Z or 2015-11-22T20:21:49+01:00";
    }
}
