package dev.mongohaul.mapping.type;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the cells of a {@link FieldType#DATE} are written.
 *
 * @param pattern of {@link java.time.format.DateTimeFormatter}, or {@link #EPOCH_SECONDS} or {@link #EPOCH_MILLIS}
 * @param zone of cells that name none
 * @param locale of the names of months and days
 * @param pivotYear the first of the hundred years that a year of two digits is one of; null where the year of the
 *     import's first run says that
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

    /** The ISO date, midnight in UTC: what a date is whose field says no more. */
    public static final DateFormat ISO = new DateFormat("yyyy-MM-dd", ZoneOffset.UTC, Locale.ENGLISH);

    public DateFormat(String pattern, ZoneId zone, Locale locale) {
        this(pattern, zone, locale, null);
    }

    /** Whether the pattern has a year of two digits. */
    public static boolean hasYearOfTwoDigits(String pattern) {
        return !yearsOfTwoDigits(pattern).isEmpty();
    }

    /** Where the pattern has {@code yy} or {@code uu}. */
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
