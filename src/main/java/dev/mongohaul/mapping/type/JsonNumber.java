package dev.mongohaul.mapping.type;

/**
 * A number in JSON: int32, int64, double or Decimal128, the first that holds it exactly.
 *
 * <p>A whole number without an exponent is never a double, but for {@code -0}; another is one where it is the shortest
 * decimal of that double, zeros at the end apart. What {@link DecimalType} refuses is refused.
 */
public final class JsonNumber implements CellType {

    private final WholeNumber whole = new WholeNumber();
    private final DecimalNumber number = new DecimalNumber(false);
    private final DecimalType decimal = new DecimalType(false);

    /** Of a number that JSON allows. */
    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to)) {
            return false;
        }
        if (!number.isWhole(to - from) || (number.isNegative() && number.significantDigits() == 0)) {
            double value = NearestDouble.of(number, bytes, from, to);
            if (NearestDouble.givesBack(number, value, bytes, from, to)) {
                sink.putDouble(name, value);
                return true;
            }
        } else if (whole.scan(bytes, from, to)) {
            whole.putSmallest(name, sink);
            return true;
        }
        return decimal.put(bytes, from, to, name, sink);
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return decimal.refusal(bytes, from, to);
    }
}
