package dev.mongohaul.generate;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.time.LocalDate;

/**
 * Pseudo-random numbers that are a function of their arguments alone.
 *
 * <p>The mixing is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators,
 * OOPSLA 2014), written out here because the JDK's generators carry state, which would tie a row to those before it.
 */
final class Draws {

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private Draws() {}

    /** Returns 64 bits for an index in the stream of a key. */
    static long bits(long key, long index) {
        return mix(mix(key + GOLDEN_GAMMA) + (index + 1) * GOLDEN_GAMMA);
    }

    /** Reduces bits to 0 until {@code bound}; the bias is below bound / 2^63. */
    static long below(long bound, long bits) {
        return (bits >>> 1) % bound;
    }

    static byte[] pick(byte[][] choices, long bits) {
        return choices[(int) below(choices.length, bits)];
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** Range of days from which instants are drawn and written in ISO 8601, UTC. Dates are formatted once, not per row. */
    static final class InstantRange {

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
}
