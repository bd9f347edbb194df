package dev.mongohaul.mapping.type;

import dev.mongohaul.mapping.type.ValueSink.FieldName;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.bson.types.Decimal128;
import tools.jackson.core.io.NumberOutput;

/**
 * Scanner of a decimal number: an optional sign, ASCII digits with at most one separator before, within or after them,
 * an optional exponent ({@code e} or {@code E}, an optional sign, digits).
 *
 * <p>The number is {@link #unscaled} times ten to {@link #exponent}, exactly if {@link #isShort}.
 */
final class DecimalNumber {

    /** The most digits that always fit into a long. */
    private static final int SHORT_DIGITS = 18;

    /** The most digits of a Decimal128. */
    private static final int HIGHEST_DIGITS = 34;

    /** Out of every type's range, but far from the overflow of an int. */
    private static final int HUGE_EXPONENT = 100_000_000;

    /** Every whole number up to this one is a double. */
    private static final long HIGHEST_EXACT = 1L << 53;

    /** The powers of ten that are doubles: a product or quotient with one of them is rounded only once. */
    private static final double[] EXACT_POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    /** Every number of at most this many digits can be restored from its double. */
    private static final int SAFE_DIGITS = 15;

    /** This many digits distinguish each double from every other. */
    private static final int DOUBLE_DIGITS = 17;

    /** Longer than any double without its exponent: a longer text has more digits, or very many zeros. */
    private static final int HIGHEST_LENGTH = 400;

    private final char separator;
    private boolean negative;
    private long unscaled;

    /** The digits from the 19th to the 34th. */
    private long furtherDigits;

    private int digits;
    private int significantDigits;
    private int fractionDigits;
    private int writtenExponent;

    DecimalNumber(boolean decimalComma) {
        this.separator = decimalComma ? ',' : '.';
    }

    /** Reads {@code [from, to)}. Returns false if it is no such number; the other methods are then undefined. */
    boolean scan(byte[] bytes, int from, int to) {
        negative = from < to && bytes[from] == '-';
        int at = negative || (from < to && bytes[from] == '+') ? from + 1 : from;
        unscaled = 0;
        furtherDigits = 0;
        digits = 0;
        significantDigits = 0;
        at = scanDigits(bytes, at, to);
        int wholeDigits = digits;
        if (at < to && bytes[at] == separator) {
            at = scanDigits(bytes, at + 1, to);
        }
        fractionDigits = digits - wholeDigits;
        writtenExponent = 0;
        return digits > 0 && (at == to || scanExponent(bytes, at, to));
    }

    private int scanDigits(byte[] bytes, int from, int to) {
        int at = from;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            if (significantDigits < SHORT_DIGITS) {
                unscaled = unscaled * 10 + digit;
            } else if (significantDigits < HIGHEST_DIGITS) {
                furtherDigits = furtherDigits * 10 + digit;
            }
            if (unscaled != 0) {
                significantDigits++;
            }
        }
        digits += at - from;
        return at;
    }

    private boolean scanExponent(byte[] bytes, int from, int to) {
        if (bytes[from] != 'e' && bytes[from] != 'E') {
            return false;
        }
        int at = from + 1;
        boolean negativeExponent = at < to && bytes[at] == '-';
        if (negativeExponent || (at < to && bytes[at] == '+')) {
            at++;
        }
        if (at == to) {
            return false;
        }
        int exponent = 0;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            exponent = Math.min(exponent * 10 + digit, HUGE_EXPONENT);
        }
        writtenExponent = negativeExponent ? -exponent : exponent;
        return true;
    }

    /** Returns whether a text of this length is digits, the separator and digits, with at most a minus sign. */
    boolean isPlainFraction(int length) {
        return fractionDigits > 0 && digits > fractionDigits && length == digits + (negative ? 2 : 1);
    }

    /** Returns whether a text of this length is digits only, with at most a minus sign. */
    boolean isWhole(int length) {
        return length == digits + (negative ? 1 : 0);
    }

    boolean isNegative() {
        return negative;
    }

    /** Returns whether {@link #unscaled} holds all digits: at most 18. */
    private boolean isShort() {
        return significantDigits <= SHORT_DIGITS;
    }

    private int exponent() {
        return writtenExponent - fractionDigits;
    }

    /** Returns how many digits follow from the first that is not zero, including zeros at the end; 0 for a zero. */
    int significantDigits() {
        return significantDigits;
    }

    /** Returns the number in Java's notation, for the parsers that need a {@code String}. */
    private String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII).replace(separator, '.');
    }

    /** Returns the double nearest to the scanned number, which may be infinite or zero. */
    double toDouble(byte[] bytes, int from, int to) {
        return isExact() ? exactDouble() : Double.parseDouble(text(bytes, from, to));
    }

    private boolean isExact() {
        return isShort() && unscaled <= HIGHEST_EXACT && Math.abs(exponent()) < EXACT_POWERS_OF_TEN.length;
    }

    private double exactDouble() {
        double exact = unscaled;
        int exponent = exponent();
        double value = exponent < 0 ? exact / EXACT_POWERS_OF_TEN[-exponent] : exact * EXACT_POWERS_OF_TEN[exponent];
        return negative ? -value : value;
    }

    /**
     * Returns whether the number differs from its nearest double, a finite one, and is whole or has more digits than
     * doubles have.
     */
    boolean losesDigits(double nearest, byte[] bytes, int from, int to) {
        boolean mayBeWhole = writtenExponent == 0 && (fractionDigits == 0 || bytes[to - 1] == '0');
        boolean mayLose = mayBeWhole || significantDigits > DOUBLE_DIGITS;
        if (!mayLose || isExact() || significantDigits == 0) {
            return false;
        }
        if (to - from > HIGHEST_LENGTH) {
            return true;
        }
        BigDecimal exact = new BigDecimal(text(bytes, from, to)).stripTrailingZeros();
        boolean whole = mayBeWhole && exact.scale() <= 0;
        return (whole || exact.precision() > DOUBLE_DIGITS) && exact.compareTo(new BigDecimal(nearest)) != 0;
    }

    /**
     * Returns whether the number is the shortest decimal with this nearest double, so that the double loses nothing.
     *
     * <p>Uses Jackson's shortest decimal, because that of the JDK is the shortest only since Java 19.
     */
    boolean isShortestOf(double nearest, byte[] bytes, int from, int to) {
        if (significantDigits == 0 || (significantDigits <= SAFE_DIGITS && isExact())) {
            return true;
        }
        if (Double.isInfinite(nearest) || nearest == 0 || to - from > HIGHEST_LENGTH) {
            return false;
        }
        BigDecimal shortest = new BigDecimal(NumberOutput.toString(nearest, true));
        return shortest.compareTo(new BigDecimal(text(bytes, from, to))) == 0;
    }

    /**
     * The double nearest to a {@link DecimalNumber}, bit for bit that of {@link Double#parseDouble}.
     *
     * <p>Refused are NaN, infinities and numbers beyond a double's range. Unless rounding is allowed, refused are also
     * numbers that the double does not equal: whole numbers without an exponent, and numbers of more than 17 digits without
     * zeros at the end.
     */
    static final class DoubleType implements CellType {

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

    /**
     * A {@link DecimalNumber} as the Decimal128 of {@link Decimal128#parse}: exact, with its zeros at the end and the sign
     * of a zero.
     *
     * <p>Refused are more than 34 digits, even if the last are zeros, NaN, infinities, and numbers out of range.
     */
    static final class DecimalType implements CellType {

        private static final int LOWEST_EXPONENT = -6176;
        private static final int HIGHEST_EXPONENT = 6111;
        private static final int EXPONENT_SHIFT = 49;

        /** Powers of ten up to the one that makes room for all {@link #furtherDigits}. */
        private static final long[] POWERS_OF_TEN = LongStream.iterate(1, power -> power * 10)
                .limit(HIGHEST_DIGITS - SHORT_DIGITS + 1)
                .toArray();

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

        @Override
        public DecimalType withoutSignedZero() {
            return new DecimalType(decimalComma, false);
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            if (!number.scan(bytes, from, to)) {
                return false;
            }
            if (number.significantDigits > HIGHEST_DIGITS) {
                return false;
            }
            int exponent = number.exponent();
            if (exponent >= LOWEST_EXPONENT && exponent <= HIGHEST_EXPONENT) {
                long power = POWERS_OF_TEN[Math.max(0, number.significantDigits - SHORT_DIGITS)];
                long low = number.unscaled * power + number.furtherDigits;
                long carry = Long.compareUnsigned(low, number.furtherDigits) < 0 ? 1 : 0;
                long high = (long) (exponent - LOWEST_EXPONENT) << EXPONENT_SHIFT
                        | Math.multiplyHigh(number.unscaled, power) + carry;
                sink.putDecimal128(name, isSigned() ? high | Long.MIN_VALUE : high, low);
                return true;
            }
            Decimal128 value;
            try {
                value = Decimal128.parse(number.text(bytes, from, to));
            } catch (NumberFormatException outOfRange) {
                return false;
            }
            sink.putDecimal128(name, isSigned() ? value.getHigh() : value.getHigh() & Long.MAX_VALUE, value.getLow());
            return true;
        }

        private boolean isSigned() {
            return number.isNegative() && (signedZero || number.significantDigits() > 0);
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
}
