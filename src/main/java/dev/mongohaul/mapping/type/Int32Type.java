package dev.mongohaul.mapping.type;

/** A whole number of 32 bits, as {@link WholeNumber} reads it. */
public final class Int32Type implements CellType {

    private final WholeNumber number = new WholeNumber();

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to) || number.value() != (int) number.value()) {
            return false;
        }
        sink.putInt32(name, (int) number.value());
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return "is not an int32: a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE;
    }
}
