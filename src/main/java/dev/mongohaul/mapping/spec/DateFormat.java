package dev.mongohaul.mapping.spec;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * How the cells of a {@link FieldType#DATE} are written.
 *
 * @param pattern of {@link java.time.format.DateTimeFormatter}, or {@link #EPOCH_SECONDS} or {@link #EPOCH_MILLIS}
 * @param zone of cells that name none
 * @param locale of the names of months and days
 */
public record DateFormat(String pattern, ZoneId zone, Locale locale) {

    /** A whole number of seconds since 1970-01-01T00:00Z. */
    public static final String EPOCH_SECONDS = "epoch-seconds";

    /** A whole number of milliseconds since 1970-01-01T00:00Z. */
    public static final String EPOCH_MILLIS = "epoch-millis";

    /** The ISO date, midnight in UTC: what a date is whose field says no more. */
    public static final DateFormat ISO = new DateFormat("yyyy-MM-dd", ZoneOffset.UTC, Locale.ENGLISH);

    public DateFormat {
        if (pattern.isBlank()) {
            throw new MappingException(
                    "a date's pattern is empty: write one such as yyyy-MM-dd, or epoch-seconds or epoch-millis");
        }
    }
}
