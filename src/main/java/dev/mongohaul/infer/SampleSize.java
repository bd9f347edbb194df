package dev.mongohaul.infer;

/**
 * How much of the inputs is looked at.
 *
 * @param bytes inputs of at most so many are looked at as a whole, and so many of others
 * @param places of larger inputs, spread evenly; at least 2
 */
public record SampleSize(long bytes, int places) {

    /** All of 256 MiB, or 64 places of 4 MiB each. */
    public static final SampleSize USUAL = new SampleSize(256L << 20, 64);

    public SampleSize {
        if (bytes < places || places < 2) {
            throw new IllegalArgumentException("No sample: %d bytes at %d places".formatted(bytes, places));
        }
    }

    long placeBytes() {
        return bytes / places;
    }
}
