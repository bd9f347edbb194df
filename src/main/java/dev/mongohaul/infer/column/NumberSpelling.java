package dev.mongohaul.infer.column;

import java.util.EnumSet;
import java.util.Set;

/**
 * Spelling of a number. Identifiers can look like numbers, and a number would lose their spelling: a column with one of
 * {@link #LOST} stays text.
 */
public enum NumberSpelling {
    /** A whole number. */
    PLAIN(""),
    /** With a fraction, or an exponent that only numbers have: {@code 1.5E9}, {@code 1e+05}. */
    FRACTION(""),
    /** {@code -0}, which only numbers with a fraction can be. */
    MINUS_ZERO("minus zeros"),
    /** As in {@code 007}. */
    LEADING_ZERO("leading zeros"),
    /** As in {@code +1555}. */
    PLUS("plus signs"),
    /** As in {@code 0E9}; beside fractions it is a number. */
    EXPONENT("what looks like an exponent"),
    /** A whole number of more than 18 digits. */
    DIGITS("more than 18 digits");

    static final Set<NumberSpelling> LOST = EnumSet.of(LEADING_ZERO, PLUS, EXPONENT, DIGITS);

    static final int MOST_DIGITS = 18;

    private final String words;

    NumberSpelling(String words) {
        this.words = words;
    }

    /** Returns what a number loses. */
    String words() {
        return words;
    }

    /** Returns the spelling of a number with a dot or a comma before the fraction. */
    static NumberSpelling of(byte[] bytes, int from, int to) {
        if (bytes[from] == '+') {
            return PLUS;
        }
        int start = bytes[from] == '-' ? from + 1 : from;
        if (to - start > 1 && bytes[start] == '0' && isDigit(bytes[start + 1])) {
            return LEADING_ZERO;
        }
        int at = start;
        while (at < to && isDigit(bytes[at])) {
            at++;
        }
        if (at < to) {
            boolean exponent = bytes[at] == 'e' || bytes[at] == 'E';
            return exponent && at + 1 < to && isDigit(bytes[at + 1]) ? EXPONENT : FRACTION;
        }
        boolean minusZero = start > from && to - start == 1 && bytes[start] == '0';
        return minusZero ? MINUS_ZERO : to - start > MOST_DIGITS ? DIGITS : PLAIN;
    }

    public static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }
}
