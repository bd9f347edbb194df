package dev.mongohaul.mapping.type;

/** A whole number of 64 bits, as {@link WholeNumber} reads it. */
public final class Int64Type implements CellType {

    private final WholeNumber number = new WholeNumber();

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to)) {
            return false;
        }
        sink.putInt64(name, number.value());
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return "is not an int64: a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE;
    }
}
