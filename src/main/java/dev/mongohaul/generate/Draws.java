package dev.mongohaul.generate;

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
}
