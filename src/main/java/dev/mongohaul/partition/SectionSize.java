package dev.mongohaul.partition;

/** How finely an input is searched for cuts: each section gives one at most, and costs some memory. */
final class SectionSize {

    private static final long SMALLEST = 4 << 10;
    // A block of the digest: a section must lie in one.
    private static final long LARGEST = 8 << 20;
    private static final long MANY = 4096;
    private static final long TOO_MANY = 1 << 18;
    private static final long SECTIONS_BETWEEN_CUTS = 4;

    private SectionSize() {}

    /**
     * A power of two from 4 KiB to 8 MiB, so that there are some 4,000 sections in a large input; more, up to 260,000,
     * where two cuts would otherwise be too far apart for the longest record that is allowed.
     */
    static int of(long inputBytes, long mostBetweenCuts) {
        long enough = powerOfTwo(inputBytes / MANY);
        long close = Math.max(1, Long.highestOneBit(mostBetweenCuts / SECTIONS_BETWEEN_CUTS));
        long bytes = Math.max(Math.min(enough, close), powerOfTwo(inputBytes / TOO_MANY));
        return (int) Math.max(SMALLEST, Math.min(LARGEST, bytes));
    }

    private static long powerOfTwo(long atLeast) {
        return atLeast <= 1 ? 1 : Long.highestOneBit(atLeast - 1) << 1;
    }
}
