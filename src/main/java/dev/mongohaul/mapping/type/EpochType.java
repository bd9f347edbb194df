package dev.mongohaul.mapping.type;

/** A date of a whole number of seconds or milliseconds since 1970-01-01T00:00Z, as {@link WholeNumber} reads it. */
public final class EpochType implements CellType {

    private final WholeNumber number = new WholeNumber();
    private final String unit;
    private final long millisPerUnit;

    private EpochType(String unit, long millisPerUnit) {
        this.unit = unit;
        this.millisPerUnit = millisPerUnit;
    }

    public static EpochType ofSeconds() {
        return new EpochType("seconds", 1000);
    }

    public static EpochType ofMillis() {
        return new EpochType("milliseconds", 1);
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to) || number.value() > highest() || number.value() < -highest()) {
            return false;
        }
        sink.putDateTime(name, number.value() * millisPerUnit);
        return true;
    }

    private long highest() {
        return Long.MAX_VALUE / millisPerUnit;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return "is not a date: a whole number of " + unit + " since 1970, from " + -highest() + " to " + highest();
    }
}
