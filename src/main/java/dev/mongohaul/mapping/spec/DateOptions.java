package dev.mongohaul.mapping.spec;

import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalQueries;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The options of a date, and what they must be for a cell to become one.
 *
 * @param from columns whose cells are joined, each followed by a blank, before they are read; null for the field's own column
 * @param locale of the names in a date, or of the separators in a number
 */
record DateOptions(
        @Nullable List<String> from,
        @Nullable String pattern,
        @Nullable ZoneId zone,
        @Nullable Locale locale,
        @Nullable Integer pivotYear) {

    static final DateOptions NONE = new DateOptions(null, null, null, null, null);

    private static final int FIRST_PIVOT = 1;
    private static final int LAST_PIVOT = 9900;
    private static final ZonedDateTime ANY_TIME = ZonedDateTime.of(2026, 11, 20, 14, 30, 15, 0, ZoneOffset.UTC);

    DateOptions {
        from = from == null ? null : List.copyOf(from);
    }

    DateOptions withPivotYear(int year) {
        return new DateOptions(from, pattern, zone, locale, year);
    }

    /** Returns the options of the joined cells of columns. */
    DateOptions joining(List<String> columns, String joined) {
        return new DateOptions(columns, joined, zone, locale, pivotYear);
    }

    boolean hasAmbiguousYears() {
        return pivotYear == null && pattern != null && DateFormat.hasYearOfTwoDigits(pattern);
    }

    void check(Rules rules, FieldType type) {
        if (type != FieldType.DATE) {
            rules.require(pattern == null, type.hasNo("date"), "pattern");
            rules.require(zone == null, type.hasNo("date"), "zone");
            rules.require(locale == null || type.isNumber(), type.hasNo("date, " + NumberOptions.NUMBERS), "locale");
            rules.require(pivotYear == null, type.hasNo("date"), "pivot-year");
        } else if (pattern == null) {
            rules.require(
                    false,
                    "is missing: a date needs one, such as {type: date, pattern: \"yyyy-MM-dd\"}, or epoch-seconds, or"
                            + " epoch-millis",
                    "pattern");
        } else if (isEpoch(pattern)) {
            rules.require(zone == null, "means nothing for " + pattern + ", which has no zone: leave it out", "zone");
            rules.require(locale == null, "means nothing for " + pattern + ": leave it out", "locale");
            rules.require(pivotYear == null, "means nothing for " + pattern + ": leave it out", "pivot-year");
            rules.require(from == null, "means nothing for " + pattern + ", which is one number: leave it out", "from");
        } else {
            checkPattern(rules, pattern);
            checkPivotYear(rules, pattern);
        }
    }

    /** Checks the columns of a field, whose elements may have another type. */
    void checkFrom(Rules rules, FieldType type) {
        if (from == null) {
            return;
        }
        rules.require(type == FieldType.DATE, type.hasNo("date"), "from");
        rules.require(
                from.size() > 1,
                "needs at least two columns, such as [date, time]; a field of one column has the name of the column",
                "from");
        rules.distinct(from, "from");
    }

    private void checkPivotYear(Rules rules, String pattern) {
        rules.require(
                pivotYear == null || DateFormat.hasYearOfTwoDigits(pattern),
                "means nothing for " + Printable.quoted(pattern)
                        + ", which has no year of two digits (yy): leave it out",
                "pivot-year");
        rules.require(
                pivotYear == null || (pivotYear >= FIRST_PIVOT && pivotYear <= LAST_PIVOT),
                pivotYear
                        + " is not the first of a hundred years: allowed are %d to %d"
                                .formatted(FIRST_PIVOT, LAST_PIVOT),
                "pivot-year");
    }

    private static boolean isEpoch(String pattern) {
        return pattern.equals(DateFormat.EPOCH_SECONDS) || pattern.equals(DateFormat.EPOCH_MILLIS);
    }

    /** Reads back what the pattern writes: `HH:mm` and the week-based `YYYY-MM-dd` give no day then. */
    private void checkPattern(Rules rules, String pattern) {
        DateTimeFormatter formatter;
        try {
            formatter = DateTimeFormatter.ofPattern(pattern, locale == null ? Locale.ENGLISH : locale);
        } catch (IllegalArgumentException e) {
            rules.require(false, notAPattern(pattern, e.getMessage()), "pattern");
            return;
        }
        boolean namesADay;
        try {
            namesADay = formatter.parse(formatter.format(ANY_TIME)).query(TemporalQueries.localDate()) != null;
        } catch (DateTimeException e) {
            namesADay = false;
        }
        rules.require(
                namesADay,
                notAPattern(pattern, "it does not determine a day; year, month and day are yyyy, MM and dd"),
                "pattern");
    }

    private static String notAPattern(String pattern, @Nullable String reason) {
        return Printable.quoted(pattern) + " is not a date pattern such as \"MMM d, yyyy\": " + reason;
    }
}
