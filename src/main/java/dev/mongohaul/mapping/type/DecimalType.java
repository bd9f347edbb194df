package dev.mongohaul.mapping.type;

import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * A {@link DecimalNumber} as the Decimal128 of {@link Decimal128#parse}: exact, with its zeros at the end and the sign
 * of a zero.
 *
 * <p>Refused are more than 34 digits, even if the last are zeros, NaN, infinities, and numbers out of range.
 */
public final class DecimalType implements CellType {

    private static final int HIGHEST_DIGITS = 34;
    private static final int LOWEST_EXPONENT = -6176;
    private static final int HIGHEST_EXPONENT = 6111;
    private static final int EXPONENT_SHIFT = 49;

    private final DecimalNumber number;
    private final boolean decimalComma;
    private final boolean signedZero;

    DecimalType(boolean decimalComma) {
        this(decimalComma, true);
    }

    private DecimalType(boolean decimalComma, boolean signedZero) {
        this.number = new DecimalNumber(decimalComma);
        this.decimalComma = decimalComma;
        this.signedZero = signedZero;
    }

    /** Returns the same type without negative zeros, which a {@link java.math.BigDecimal} cannot hold. */
    public DecimalType withoutSignedZero() {
        return new DecimalType(decimalComma, false);
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to)) {
            return false;
        }
        int exponent = number.exponent();
        if (number.isShort() && exponent >= LOWEST_EXPONENT && exponent <= HIGHEST_EXPONENT) {
            long high = (long) (exponent - LOWEST_EXPONENT) << EXPONENT_SHIFT;
            sink.putDecimal128(name, isSigned() ? high | Long.MIN_VALUE : high, number.unscaled());
            return true;
        }
        Decimal128 value = parse(bytes, from, to);
        if (value == null) {
            return false;
        }
        sink.putDecimal128(name, isSigned() ? value.getHigh() : value.getHigh() & Long.MAX_VALUE, value.getLow());
        return true;
    }

    private boolean isSigned() {
        return number.isNegative() && (signedZero || number.significantDigits() > 0);
    }

    private @Nullable Decimal128 parse(byte[] bytes, int from, int to) {
        if (number.significantDigits() > HIGHEST_DIGITS) {
            return null;
        }
        try {
            return Decimal128.parse(number.text(bytes, from, to));
        } catch (NumberFormatException outOfRange) {
            return null;
        }
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        if (!number.scan(bytes, from, to)) {
            return "is not a decimal: a number such as " + (decimalComma ? "-12,50" : "-12.50");
        }
        return number.significantDigits() > HIGHEST_DIGITS
                ? "has " + number.significantDigits() + " digits: a decimal has at most " + HIGHEST_DIGITS
                        + ", and nothing is rounded"
                : "is out of a decimal's range: exponents from -6143 to 6144, and nothing is rounded";
    }
}
