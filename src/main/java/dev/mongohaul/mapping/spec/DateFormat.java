package dev.mongohaul.mapping.spec;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Format of the cells of a {@link FieldType#DATE}.
 *
 * @param pattern of {@link java.time.format.DateTimeFormatter}, or {@link #EPOCH_SECONDS} or {@link #EPOCH_MILLIS}
 * @param zone of cells that name none
 * @param locale of the names of months and days
 * @param pivotYear the first of the hundred years of a year of two digits; null if the year of the import's first run
 *     decides
 */
public record DateFormat(
        String pattern,
        ZoneId zone,
        Locale locale,
        @Nullable Integer pivotYear) {

    static final int YEARS_BACK = 80;

    /** A whole number of seconds since 1970-01-01T00:00Z. */
    public static final String EPOCH_SECONDS = "epoch-seconds";

    /** A whole number of milliseconds since 1970-01-01T00:00Z. */
    public static final String EPOCH_MILLIS = "epoch-millis";

    /** The ISO date, midnight in UTC: the default. */
    public static final DateFormat ISO = new DateFormat("yyyy-MM-dd", ZoneOffset.UTC, Locale.ENGLISH, null);

    /** Returns whether the pattern has a year of two digits. */
    public static boolean hasYearOfTwoDigits(String pattern) {
        return !yearsOfTwoDigits(pattern).isEmpty();
    }

    /** Returns the indexes of {@code yy} and {@code uu} in the pattern. */
    public static List<Integer> yearsOfTwoDigits(String pattern) {
        List<Integer> found = new ArrayList<>();
        boolean quoted = false;
        for (int at = 0; at < pattern.length(); at++) {
            char letter = pattern.charAt(at);
            quoted ^= letter == '\'';
            if (!quoted && (letter == 'y' || letter == 'u')) {
                int end = at;
                while (end < pattern.length() && pattern.charAt(end) == letter) {
                    end++;
                }
                if (end - at == 2) {
                    found.add(at);
                }
                at = end - 1;
            }
        }
        return found;
    }
}
