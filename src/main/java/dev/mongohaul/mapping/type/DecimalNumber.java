package dev.mongohaul.mapping.type;

import java.nio.charset.StandardCharsets;

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
}
