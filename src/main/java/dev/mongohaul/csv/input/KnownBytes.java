package dev.mongohaul.csv.input;

import org.jspecify.annotations.Nullable;

/**
 * Facts about an object's bytes from an earlier reading.
 *
 * @param sums that its stored bytes must have; null for any
 * @param digest of its stored bytes; null if this process has not read them
 */
record KnownBytes(@Nullable BlockSums sums, @Nullable String digest) {

    static final KnownBytes NONE = new KnownBytes(null, null);
}
