package dev.mongohaul.infer;

/**
 * Size of a sample.
 *
 * @param bytes of inputs that are read as a whole, and of the sample of larger ones
 * @param places of larger inputs, spread evenly; at least 2
 */
record SampleSize(long bytes, int places) {

    /** All of 256 MiB, or 64 places of 4 MiB each. */
    static final SampleSize USUAL = new SampleSize(256L << 20, 64);

    long placeBytes() {
        return bytes / places;
    }
}
