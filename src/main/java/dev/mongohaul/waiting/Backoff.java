package dev.mongohaul.waiting;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * Exponential delay between two attempts. Up to half of it is random, so that processes and threads that fail at the same moment
 * do not try again at the same moment.
 */
public record Backoff(Duration first, Duration longest, RandomGenerator random) {

    private static final RandomGenerator OF_THREAD =
            () -> ThreadLocalRandom.current().nextLong();
    private static final int MAX_DOUBLINGS = 20;
    private static final double MIN_FACTOR = 0.5;

    public Backoff(Duration first, Duration longest) {
        this(first, longest, OF_THREAD);
    }

    /** Returns a delay that does not grow. */
    public static Backoff of(Duration each) {
        return new Backoff(each, each);
    }

    /**
     * Returns the delay.
     *
     * @param attempts at least 1
     */
    public Duration after(int attempts) {
        Duration doubled = min(first.multipliedBy(1L << Math.min(attempts - 1, MAX_DOUBLINGS)), longest);
        return Duration.ofNanos(Math.round(doubled.toNanos() * random.nextDouble(MIN_FACTOR, 1)));
    }

    /**
     * Returns the delay, or a longer one that the other side asked for.
     *
     * @param attempts at least 1
     * @param requested capped at the longest delay
     */
    public Duration after(int attempts, Duration requested) {
        return Collections.max(List.of(after(attempts), min(requested, longest)));
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
