package dev.mongohaul.infer.column;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shape of the cells of a date pattern, which spares most cells the exception of a date's parser.
 *
 * @param afterDigits the first byte after the first digits; {@link #NONE} if there are digits only
 * @param halfDay whether the cells end with AM or PM
 * @param endsWithDigit whether the last character is a digit
 * @param marks number of colons and commas
 */
record DateShape(int afterDigits, boolean halfDay, boolean endsWithDigit, int marks) {

    private static final int NONE = -1;
    private static final int ANY_LETTER = -2;

    private static final Map<String, DateShape> SHAPES = new ConcurrentHashMap<>();

    /** Returns the shape of a pattern; blank text is none. */
    static DateShape of(String pattern) {
        return SHAPES.computeIfAbsent(pattern, DateShape::made);
    }

    private static DateShape made(String pattern) {
        String plain = pattern.replaceAll("[\\[\\]]", "");
        char last = plain.isEmpty() ? 0 : plain.charAt(plain.length() - 1);
        return new DateShape(
                pattern.startsWith("MMM") ? ANY_LETTER : afterDigits(pattern),
                last == 'a',
                last < 0x80 && Character.isLetter(last),
                (int) pattern.chars().filter(mark -> mark == ':' || mark == ',').count());
    }

    /** Returns the first byte after the letters for the first number. */
    private static int afterDigits(String pattern) {
        int at = 0;
        while (at < pattern.length() && "dMy".indexOf(pattern.charAt(at)) >= 0) {
            at++;
        }
        return at == pattern.length() ? NONE : pattern.substring(at, at + 1).getBytes(StandardCharsets.UTF_8)[0];
    }

    /** Returns whether the cell may be such a date. */
    boolean mayBe(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == from || afterDigits == ANY_LETTER) {
            return at == from && afterDigits == ANY_LETTER;
        }
        return at == to
                ? afterDigits == NONE
                : bytes[at] == afterDigits && ends(bytes[to - 1]) && hasMarks(bytes, at, to);
    }

    private boolean ends(byte last) {
        boolean digit = last >= '0' && last <= '9';
        return halfDay ? last == 'M' || last == 'm' : digit == endsWithDigit;
    }

    private boolean hasMarks(byte[] bytes, int from, int to) {
        int found = 0;
        for (int at = from; at < to; at++) {
            found += bytes[at] == ':' || bytes[at] == ',' ? 1 : 0;
        }
        return found == marks;
    }
}
