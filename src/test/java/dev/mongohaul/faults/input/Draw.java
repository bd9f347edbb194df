package dev.mongohaul.faults.input;

import java.util.List;
import java.util.SplittableRandom;

/** Random values: the same seed yields the same values in the same order. */
public final class Draw {

    private final SplittableRandom random;

    public Draw(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Returns an independent source. The number of values drawn from it does not affect this one. */
    public Draw split() {
        return new Draw(random.nextLong());
    }

    /** Returns a number from 0, below the limit. */
    public int below(int limit) {
        return random.nextInt(limit);
    }

    /** Returns a number of the range, including both ends. */
    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /** Returns a number from 0 to 1. */
    public double fraction() {
        return random.nextDouble();
    }

    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    public long seed() {
        return random.nextLong();
    }

    @SafeVarargs
    public final <T> T oneOf(T... choices) {
        return choices[below(choices.length)];
    }

    public <T> T oneOf(List<T> choices) {
        return choices.get(below(choices.size()));
    }
}
