package dev.mongohaul.infer.column;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Order of day and month in dates of numbers, which a column shows only if a day is above 12.
 *
 * @param separator between day and month; dates with the same one have the same order
 * @param dayFirst whether the day comes first
 * @param swapped the pattern with the other order
 */
record DayMonthOrder(char separator, boolean dayFirst, String swapped) {

    private static final Pattern NUMBERS = Pattern.compile("(d{1,2}|M{1,2})([./-])(d{1,2}|M{1,2})\\2(yy.*)");

    /** Dates with points begin with the day in all countries that write them. */
    private static final char POINT = '.';

    /** Returns the order of a pattern; empty if it names the month or begins with the year. */
    static Optional<DayMonthOrder> of(String pattern) {
        Matcher matcher = NUMBERS.matcher(pattern);
        return matcher.matches()
                ? Optional.of(new DayMonthOrder(
                        pattern.charAt(matcher.end(1)), pattern.startsWith("d"), matcher.replaceFirst("$3$2$1$2$4")))
                : Optional.empty();
    }

    /** Returns whether dates with this separator have this order, unless a column shows the other one. */
    boolean isUsual() {
        return separator == POINT && dayFirst;
    }
}
