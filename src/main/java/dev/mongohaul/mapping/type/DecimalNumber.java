package dev.mongohaul.mapping.type;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.io.NumberOutput;

/**
 * Reads a decimal number from bytes: a sign or none, ASCII digits with at most one separator before, within or behind
 * them, then an exponent or none ({@code e} or {@code E}, a sign or none, digits).
 *
 * <p>The number is {@link #unscaled} times ten to {@link #exponent}, exactly, where {@link #isShort}.
 */
final class DecimalNumber {

    /** As many digits as always fit into a long. */
    private static final int SHORT_DIGITS = 18;

    /** Far out of every type's range, and far from where an int overflows. */
    private static final int HUGE_EXPONENT = 100_000_000;

    private final char separator;
    private boolean negative;
    private long unscaled;
    private int digits;
    private int significantDigits;
    private int fractionDigits;
    private int writtenExponent;

    DecimalNumber(boolean decimalComma) {
        this.separator = decimalComma ? ',' : '.';
    }

    /** False where {@code [from, to)} is no such number; the other methods then mean nothing. */
    boolean scan(byte[] bytes, int from, int to) {
        negative = from < to && bytes[from] == '-';
        int at = negative || (from < to && bytes[from] == '+') ? from + 1 : from;
        unscaled = 0;
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

    /** Digits, the separator and digits make up the number of this length, with a minus sign at most. */
    boolean isPlainFraction(int length) {
        return fractionDigits > 0 && digits > fractionDigits && length == digits + (negative ? 2 : 1);
    }

    /** Digits make up the number of this length, with a minus sign at most. */
    boolean isWhole(int length) {
        return length == digits + (negative ? 1 : 0);
    }

    boolean hasNoExponent() {
        return writtenExponent == 0;
    }

    boolean isNegative() {
        return negative;
    }

    /** At most 18 significant digits: {@link #unscaled} holds them all. */
    boolean isShort() {
        return significantDigits <= SHORT_DIGITS;
    }

    /** The number's digits without its sign and separator. */
    long unscaled() {
        return unscaled;
    }

    int exponent() {
        return writtenExponent - fractionDigits;
    }

    /** The digits from the first that is not zero on, zeros at the end included; none of a zero. */
    int significantDigits() {
        return significantDigits;
    }

    /** The number as Java writes it, for the parsers that take a text. */
    String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII).replace(separator, '.');
    }

    /** The doubles of {@link DecimalNumber}s: which is nearest, and whether it gives the number back. */
    static final class NearestDouble {

        /** Up to here every whole number is a double. */
        private static final long HIGHEST_EXACT = 1L << 53;

        /** The powers of ten that are doubles exactly: their product or quotient with another is rounded but once. */
        private static final double[] EXACT_POWERS_OF_TEN = {
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
            1e19, 1e20, 1e21, 1e22
        };

        /** A number of so many digits comes back from its double, whatever they are. */
        private static final int SAFE_DIGITS = 15;

        /** This many digits tell each double from every other. */
        private static final int MOST_DIGITS = 17;

        /** Longer than any double without its exponent: what is longer has more digits, or zeros to no end. */
        private static final int HIGHEST_LENGTH = 400;

        private NearestDouble() {}

        /** The double nearest to the number just scanned, infinity and zero included. */
        static double of(DecimalNumber number, byte[] bytes, int from, int to) {
            return isExact(number) ? exact(number) : Double.parseDouble(number.text(bytes, from, to));
        }

        private static boolean isExact(DecimalNumber number) {
            return number.isShort()
                    && number.unscaled() <= HIGHEST_EXACT
                    && Math.abs(number.exponent()) < EXACT_POWERS_OF_TEN.length;
        }

        private static double exact(DecimalNumber number) {
            double unscaled = number.unscaled();
            int exponent = number.exponent();
            double value =
                    exponent < 0 ? unscaled / EXACT_POWERS_OF_TEN[-exponent] : unscaled * EXACT_POWERS_OF_TEN[exponent];
            return number.isNegative() ? -value : value;
        }

        /** Whether the number is another than its nearest double, which is finite, and is whole or longer than doubles are. */
        static boolean losesDigits(DecimalNumber number, double value, byte[] bytes, int from, int to) {
            boolean mayBeWhole = number.hasNoExponent() && (number.exponent() == 0 || bytes[to - 1] == '0');
            boolean mayLose = mayBeWhole || number.significantDigits() > MOST_DIGITS;
            if (!mayLose || isExact(number) || number.significantDigits() == 0) {
                return false;
            }
            if (to - from > HIGHEST_LENGTH) {
                return true;
            }
            BigDecimal exact = new BigDecimal(number.text(bytes, from, to)).stripTrailingZeros();
            boolean whole = mayBeWhole && exact.scale() <= 0;
            return (whole || exact.precision() > MOST_DIGITS) && exact.compareTo(new BigDecimal(value)) != 0;
        }

        /**
         * Whether the number, as a value, is the shortest decimal that has this nearest double: only then nothing is lost.
         *
         * <p>The shortest decimal is Jackson's: that of the JDK is the shortest from Java 19 on only.
         */
        static boolean givesBack(DecimalNumber number, double value, byte[] bytes, int from, int to) {
            if (number.significantDigits() == 0 || (number.significantDigits() <= SAFE_DIGITS && isExact(number))) {
                return true;
            }
            if (Double.isInfinite(value) || value == 0 || to - from > HIGHEST_LENGTH) {
                return false;
            }
            BigDecimal shortest = new BigDecimal(NumberOutput.toString(value, true));
            return shortest.compareTo(new BigDecimal(number.text(bytes, from, to))) == 0;
        }
    }
}
