package dev.mongohaul.mapping.type.number;

import dev.mongohaul.mapping.render.FieldName;
import dev.mongohaul.mapping.render.ValueSink;
import dev.mongohaul.mapping.type.CellType;

/**
 * The double nearest to a {@link DecimalNumber}, bit for bit that of {@link Double#parseDouble}.
 *
 * <p>NaN and infinities are refused, and so are numbers so large or so small that the nearest double is infinite or
 * zero.
 */
public final class DoubleType implements CellType {

    private final DecimalNumber number;
    private final String example;

    public DoubleType(boolean decimalComma) {
        this.number = new DecimalNumber(decimalComma);
        this.example = decimalComma ? "-12,5" : "-12.5";
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to)) {
            return false;
        }
        double value = NearestDouble.of(number, bytes, from, to);
        if (Double.isInfinite(value) || (value == 0 && number.significantDigits() > 0)) {
            return false;
        }
        sink.putDouble(name, value);
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return number.scan(bytes, from, to)
                ? "is out of a double's range: 4.9E-324 to 1.7976931348623157E308, and zero, of either sign"
                : "is not a double: a number such as " + example;
    }
}
