package dev.mongohaul.mapping.type;

import java.time.Month;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;

/**
 * Scanner of ISO-8601 dates and instants in the extended format.
 *
 * <p>Years are 0000 to 9999, or signed and longer. Seconds and a fraction of 1 to 9 digits are optional. Hours end at
 * 23, seconds at 59. An offset is {@code Z}, {@code +hh}, {@code +hhmm} or {@code +hh:mm}, up to 18 hours. A blank may stand in
 * place of {@code T}, as Python and PostgreSQL write it, and before the offset, as SQL Server does.
 */
final class IsoDateTime {

    private static final long SECONDS_PER_DAY = 86_400;
    private static final long MILLIS_PER_DAY = 1000 * SECONDS_PER_DAY;

    /** The most days before or after 1970 that a 64-bit number of milliseconds can hold. */
    private static final long HIGHEST_DAY = Long.MAX_VALUE / MILLIS_PER_DAY - 1;

    private static final long FIRST_DAY_OF_YEAR_1 = toEpochDay(1, 1, 1);

    private static final int HIGHEST_OFFSET_MINUTES = 18 * 60;
    private static final int SHORTEST_YEAR = 4;
    private static final int LONGEST_NUMBER = 9;

    private byte[] bytes = new byte[0];
    private int at;
    private int to;
    private long days;
    private int millisOfDay;
    private int offsetMinutes;
    boolean tooPrecise;

    /** Returns false if {@code [from, to)} is not an existing date from the year 1 on. */
    boolean scanDate(byte[] bytes, int from, int to) {
        begin(bytes, from, to);
        return date() && at == to && days >= FIRST_DAY_OF_YEAR_1;
    }

    /** Returns false if {@code [from, to)} is not an existing instant; one finer than milliseconds is {@link #tooPrecise}. */
    boolean scanInstant(byte[] bytes, int from, int to) {
        begin(bytes, from, to);
        return date() && (takeLetter('T') || take(' ')) && time() && offset() && at == to;
    }

    private void begin(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.to = to;
        millisOfDay = 0;
        offsetMinutes = 0;
        tooPrecise = false;
    }

    /** Returns the milliseconds since 1970-01-01T00:00Z, rounded down. */
    long millis() {
        return days * MILLIS_PER_DAY + millisOfDay - offsetMinutes * 60_000L;
    }

    private boolean date() {
        int year = year();
        if (year == Integer.MIN_VALUE || !take('-')) {
            return false;
        }
        int month = number(2);
        if (month < 1 || month > 12 || !take('-')) {
            return false;
        }
        int day = number(2);
        if (!isDay(year, month, day)) {
            return false;
        }
        days = toEpochDay(year, month, day);
        return Math.abs(days) <= HIGHEST_DAY;
    }

    /** Returns the year, or Integer.MIN_VALUE without one. Only years below 0 and above 9999 have a sign. */
    private int year() {
        boolean negative = take('-');
        boolean signed = negative || take('+');
        if (!signed) {
            int year = number(SHORTEST_YEAR);
            return year < 0 ? Integer.MIN_VALUE : year;
        }
        int length = digitsAhead();
        if (length < (negative ? SHORTEST_YEAR : SHORTEST_YEAR + 1) || length > LONGEST_NUMBER) {
            return Integer.MIN_VALUE;
        }
        int year = number(length);
        return negative ? (year == 0 ? Integer.MIN_VALUE : -year) : year;
    }

    private boolean time() {
        int hour = number(2);
        if (hour < 0 || hour > 23 || !take(':')) {
            return false;
        }
        int minute = number(2);
        if (minute < 0 || minute > 59) {
            return false;
        }
        millisOfDay = (hour * 60 + minute) * 60_000;
        return !take(':') || seconds();
    }

    private boolean seconds() {
        int second = number(2);
        if (second < 0 || second > 59) {
            return false;
        }
        millisOfDay += second * 1000;
        return !take('.') || fraction();
    }

    private boolean fraction() {
        int length = digitsAhead();
        if (length < 1 || length > LONGEST_NUMBER) {
            return false;
        }
        int nanos = number(length);
        for (int digits = length; digits < LONGEST_NUMBER; digits++) {
            nanos *= 10;
        }
        millisOfDay += nanos / 1_000_000;
        tooPrecise = nanos % 1_000_000 != 0;
        return true;
    }

    private boolean offset() {
        take(' ');
        if (takeLetter('Z')) {
            return true;
        }
        boolean negative = take('-');
        if (!negative && !take('+')) {
            return false;
        }
        int hours = number(2);
        boolean colon = take(':');
        int minutes = colon || at < to ? number(2) : 0;
        offsetMinutes = (negative ? -1 : 1) * (hours * 60 + minutes);
        return hours >= 0 && minutes >= 0 && minutes <= 59 && Math.abs(offsetMinutes) <= HIGHEST_OFFSET_MINUTES;
    }

    private boolean take(char expected) {
        boolean taken = at < to && bytes[at] == expected;
        at += taken ? 1 : 0;
        return taken;
    }

    private boolean takeLetter(char expected) {
        return take(expected) || take(Character.toLowerCase(expected));
    }

    /** Returns the number of exactly this many digits, or -1 without one. */
    private int number(int digits) {
        if (to - at < digits) {
            return -1;
        }
        int number = 0;
        for (int end = at + digits; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private int digitsAhead() {
        int end = at;
        while (end < to && bytes[end] >= '0' && bytes[end] <= '9') {
            end++;
        }
        return end - at;
    }

    /** Returns whether the month, 1 to 12, has the day. */
    static boolean isDay(int year, int month, int day) {
        return day >= 1 && day <= Month.of(month).length(Year.isLeap(year));
    }

    /** Returns the days since 1970-01-01 in the proleptic Gregorian calendar, without an object. */
    static long toEpochDay(int year, int month, int day) {
        return IsoChronology.INSTANCE.epochSecond(year, month, day, 0, 0, 0, ZoneOffset.UTC) / SECONDS_PER_DAY;
    }
}
