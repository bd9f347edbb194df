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

    /** Up to here every whole number is a double. */
    private static final long HIGHEST_EXACT = 1L << 53;

    /** The powers of ten that are doubles exactly: their product or quotient with another is rounded but once. */
    private static final double[] EXACT_POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

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
        double value = isExact() ? exact() : Double.parseDouble(number.text(bytes, from, to));
        if (Double.isInfinite(value) || (value == 0 && number.significantDigits() > 0)) {
            return false;
        }
        sink.putDouble(name, value);
        return true;
    }

    private boolean isExact() {
        return number.isShort()
                && number.unscaled() <= HIGHEST_EXACT
                && Math.abs(number.exponent()) < EXACT_POWERS_OF_TEN.length;
    }

    private double exact() {
        double unscaled = number.unscaled();
        int exponent = number.exponent();
        double value =
                exponent < 0 ? unscaled / EXACT_POWERS_OF_TEN[-exponent] : unscaled * EXACT_POWERS_OF_TEN[exponent];
        return number.isNegative() ? -value : value;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        return number.scan(bytes, from, to)
                ? "is out of a double's range: 4.9E-324 to 1.7976931348623157E308, and zero, of either sign"
                : "is not a double: a number such as " + example;
    }
}
