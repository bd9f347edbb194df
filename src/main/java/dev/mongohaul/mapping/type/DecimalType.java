package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import java.util.stream.LongStream;
import org.bson.types.Decimal128;

/**
 * A {@link DecimalNumber} as the Decimal128 of {@link Decimal128#parse}: exact, with its zeros at the end and the sign
 * of a zero.
 *
 * <p>Refused are more than 34 digits, even if the last are zeros, NaN, infinities, and numbers out of range.
 */
final class DecimalType implements CellType {

    private static final int LOWEST_EXPONENT = -6176;
    private static final int HIGHEST_EXPONENT = 6111;
    private static final int EXPONENT_SHIFT = 49;

    /** Powers of ten up to the one that makes room for all {@link DecimalNumber#furtherDigits}. */
    private static final long[] POWERS_OF_TEN = LongStream.iterate(1, power -> power * 10)
            .limit(DecimalNumber.HIGHEST_DIGITS - DecimalNumber.SHORT_DIGITS + 1)
            .toArray();

    private final DecimalNumber number;
    private final boolean decimalComma;

    DecimalType(boolean decimalComma) {
        this.number = new DecimalNumber(decimalComma);
        this.decimalComma = decimalComma;
    }

    @Override
    public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
        if (!number.scan(bytes, from, to)) {
            return false;
        }
        if (number.significantDigits > DecimalNumber.HIGHEST_DIGITS) {
            return false;
        }
        int exponent = number.exponent();
        if (exponent >= LOWEST_EXPONENT && exponent <= HIGHEST_EXPONENT) {
            long power = POWERS_OF_TEN[Math.max(0, number.significantDigits - DecimalNumber.SHORT_DIGITS)];
            long low = number.unscaled * power + number.furtherDigits;
            long carry = Long.compareUnsigned(low, number.furtherDigits) < 0 ? 1 : 0;
            long high = (long) (exponent - LOWEST_EXPONENT) << EXPONENT_SHIFT
                    | Math.multiplyHigh(number.unscaled, power) + carry;
            sink.putDecimal128(name, number.isNegative() ? high | Long.MIN_VALUE : high, low);
            return true;
        }
        Decimal128 value;
        try {
            value = Decimal128.parse(number.text(bytes, from, to));
        } catch (NumberFormatException outOfRange) {
            return false;
        }
        sink.putDecimal128(
                name, number.isNegative() ? value.getHigh() : value.getHigh() & Long.MAX_VALUE, value.getLow());
        return true;
    }

    @Override
    public String refusal(byte[] bytes, int from, int to) {
        if (!number.scan(bytes, from, to)) {
            return "is not a decimal: a number such as " + (decimalComma ? "-12,50" : "-12.50");
        }
        return number.significantDigits() > DecimalNumber.HIGHEST_DIGITS
                ? "has " + number.significantDigits() + " digits: a decimal has at most " + DecimalNumber.HIGHEST_DIGITS
                        + ", and nothing is rounded"
                : "is out of a decimal's range: exponents from -6143 to 6144, and nothing is rounded";
    }
}
