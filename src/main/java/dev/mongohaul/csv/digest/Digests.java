package dev.mongohaul.csv.digest;

import java.util.List;

/**
 * Digests in hexadecimal.
 *
 * @param files digest of each file, in their order: that of an input which has only this file
 */
public record Digests(String whole, List<String> files) {}
