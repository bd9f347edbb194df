package dev.mongohaul.notification;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Exponential delay between two attempts to send a notification.
 *
 * @param random spreads notifications of the same moment
 */
record Backoff(Duration first, Duration longest, RandomGenerator random) {

    static final Backoff USUAL =
            new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(30), RandomGenerator.getDefault());

    private static final int MAX_DOUBLINGS = 20;
    private static final double MIN_FACTOR = 0.75;

    /**
     * Returns the delay; up to a quarter of it is random.
     *
     * @param attempts at least 1
     * @param requested delay that the receiver asks for; capped at the longest delay
     */
    Duration after(int attempts, Duration requested) {
        Duration doubled = min(first.multipliedBy(1L << Math.min(attempts - 1, MAX_DOUBLINGS)), longest);
        Duration spread = Duration.ofMillis(Math.round(doubled.toMillis() * random.nextDouble(MIN_FACTOR, 1)));
        return Collections.max(List.of(spread, min(requested, longest)));
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
