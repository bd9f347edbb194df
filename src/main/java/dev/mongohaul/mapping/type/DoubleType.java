package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;

/**
 * The double nearest to a {@link DecimalNumber}, bit for bit that of {@link Double#parseDouble}.
 *
 * <p>Refused are NaN, infinities and numbers beyond a double's range. Unless rounding is allowed, refused are also
 * numbers that the double does not equal: whole numbers without an exponent, and numbers of more than 17 digits without
 * zeros at the end.
 */
final class DoubleType implements CellType {

    private final DecimalNumber number;
    private final boolean rounds;
    private final String example;

    DoubleType(boolean decimalComma, boolean rounds) {
        this.rounds = rounds;
        this.number = new DecimalNumber(decimalComma);
        this.example = decimalComma ? "-12,5" : "-12.5";
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to)) {
            return false;
        }
        double value = number.toDouble(bytes, from, to);
        if (isOutOfRange(value) || (!rounds && number.losesDigits(value, bytes, from, to))) {
            return false;
        }
        sink.putDouble(name, value);
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        if (!number.scan(bytes, from, to)) {
            return "is not a double: a number such as " + example;
        }
        return isOutOfRange(number.toDouble(bytes, from, to))
                ? "is out of a double's range: 4.9E-324 to 1.7976931348623157E308, and zero, of either sign"
                : "would be rounded: a double holds whole numbers to 9,007,199,254,740,992 and 17 digits; type decimal"
                        + " keeps 34, and rounding: allow rounds";
    }

    private boolean isOutOfRange(double value) {
        return Double.isInfinite(value) || (value == 0 && number.significantDigits() > 0);
    }
}
