package dev.mongohaul;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.LongStream;

/**
 * Size of tests that draw their cases from seeds. {@code mvn verify} tries a few fixed seeds, and {@code mvn verify -Pnightly} many,
 * which depend on the date. Properties of a test repeat a run: it prints the one of its first seed.
 */
public final class TestSize {

    private static final boolean NIGHTLY = Boolean.getBoolean("nightly");

    /** More than a test has. A prime number, so that the remainders of the seeds differ from night to night. */
    private static final long SEEDS_PER_NIGHT = 10_007;

    private TestSize() {}

    /** Returns whether this is a nightly run. */
    public static boolean isNightly() {
        return NIGHTLY;
    }

    /** Returns the value of the property, or the number for this run. */
    public static int of(String property, int few, int nightly) {
        return Integer.getInteger(property, NIGHTLY ? nightly : few);
    }

    /** Returns the seed of the property, or the fixed one, or that of the night. */
    public static long seed(String property, long fixed) {
        long ofTheNight = LocalDate.now(ZoneOffset.UTC).toEpochDay() * SEEDS_PER_NIGHT;
        long seed = Long.getLong(property, NIGHTLY ? ofTheNight : fixed);
        System.out.printf("-D%s=%d%n", property, seed);
        return seed;
    }

    /**
     * Returns seeds: the few ones, or in a nightly run as many as there, or as {@code -D<test>.cases} says, from
     * {@code -D<test>.seed} on.
     */
    public static LongStream seeds(String test, int nightly, long... few) {
        if (!NIGHTLY && Long.getLong(test + ".seed") == null) {
            return LongStream.of(few);
        }
        long first = seed(test + ".seed", 0);
        return LongStream.range(first, first + of(test + ".cases", 1, nightly));
    }
}
