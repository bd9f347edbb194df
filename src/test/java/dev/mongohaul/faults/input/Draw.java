package dev.mongohaul.faults.input;

import java.util.List;
import java.util.SplittableRandom;

/** What a seed decides: the same draws in the same order for the same seed. */
public final class Draw {

    private final SplittableRandom random;

    public Draw(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** A stream of draws of its own, however many are taken from it. */
    public Draw split() {
        return new Draw(random.nextLong());
    }

    /** From zero, below the limit. */
    public int below(int limit) {
        return random.nextInt(limit);
    }

    /** Both ends included. */
    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /** From 0 to 1. */
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
