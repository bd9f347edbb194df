package dev.mongohaul.generate;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.time.LocalDate;

/** Range of days from which instants are drawn and written in ISO 8601, UTC. Dates are formatted once, not per row. */
final class InstantRange {

    private static final long MILLIS_PER_DAY = Duration.ofDays(1).toMillis();

    private final byte[][] days;

    /** @param until the first day that is no longer part of the range */
    InstantRange(LocalDate from, LocalDate until) {
        days = from.datesUntil(until)
                .map(day -> day.toString().getBytes(US_ASCII))
                .toArray(byte[][]::new);
    }

    /** Appends an instant to the second: {@code 2025-03-05T17:22:41Z}. */
    void appendSeconds(CsvBuffer buffer, long bits) {
        appendDateAndTime(buffer, draw(bits)).put('Z');
    }

    /** Appends an instant to the millisecond: {@code 2025-03-05T17:22:41.093Z}. */
    void appendMillis(CsvBuffer buffer, long bits) {
        long millis = draw(bits);
        appendDateAndTime(buffer, millis).put('.').number(millis % 1000, 3).put('Z');
    }

    private long draw(long bits) {
        return Draws.below(days.length * MILLIS_PER_DAY, bits);
    }

    private CsvBuffer appendDateAndTime(CsvBuffer buffer, long millis) {
        int second = (int) (millis % MILLIS_PER_DAY / 1000);
        return buffer.put(days[(int) (millis / MILLIS_PER_DAY)])
                .put('T')
                .number(second / 3600, 2)
                .put(':')
                .number(second / 60 % 60, 2)
                .put(':')
                .number(second % 60, 2);
    }
}
