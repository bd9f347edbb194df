/**
 * Digest of the inputs in one pass over their bytes, which others can listen to; entry is {@link
 * dev.mongohaul.csv.digest.ContentDigest}. Imports {@code csv.input} only.
 */
@NullMarked
package dev.mongohaul.csv.digest;

import org.jspecify.annotations.NullMarked;
