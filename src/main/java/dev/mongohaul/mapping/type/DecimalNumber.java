package dev.mongohaul.mapping.type;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.io.NumberOutput;

/**
 * Scanner of a decimal number: an optional sign, ASCII digits with at most one separator before, within or after them,
 * an optional exponent ({@code e} or {@code E}, an optional sign, digits).
 *
 * <p>The number is {@link #unscaled} times ten to {@link #exponent}, exactly if {@link #isShort}.
 */
final class DecimalNumber {

    /** The most digits that always fit into a long. */
    static final int SHORT_DIGITS = 18;

    /** The most digits of a Decimal128. */
    static final int HIGHEST_DIGITS = 34;

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
    long unscaled;

    /** The digits from the 19th to the 34th. */
    long furtherDigits;

    private int digits;
    int significantDigits;
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

    int exponent() {
        return writtenExponent - fractionDigits;
    }

    /** Returns how many digits follow from the first that is not zero, including zeros at the end; 0 for a zero. */
    int significantDigits() {
        return significantDigits;
    }

    /** Returns the number in Java's notation, for the parsers that need a {@code String}. */
    String text(byte[] bytes, int from, int to) {
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
}
