package dev.mongohaul.notification;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before a notice is sent again: twice as long each time.
 *
 * @param random spreads notices of the same moment
 */
record Backoff(Duration first, Duration longest, RandomGenerator random) {

    static final Backoff USUAL =
            new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(30), RandomGenerator.getDefault());

    private static final int MOST_DOUBLINGS = 20;
    private static final double LEAST = 0.75;

    /**
     * The time to wait, of which up to a quarter is left to chance.
     *
     * @param attempts at least 1
     * @param asked what the receiver asks for; no more than the longest wait is granted
     */
    Duration after(int attempts, Duration asked) {
        Duration doubled = shorter(first.multipliedBy(1L << Math.min(attempts - 1, MOST_DOUBLINGS)), longest);
        Duration spread = Duration.ofMillis(Math.round(doubled.toMillis() * random.nextDouble(LEAST, 1)));
        Duration granted = shorter(asked, longest);
        return spread.compareTo(granted) < 0 ? granted : spread;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
