package dev.mongohaul.repository.partition;

import org.bson.types.Binary;

/**
 * Checksums of blocks of an input, which a worker compares with its own copy of the file.
 *
 * @param input index of the input
 * @param firstBlock number of the first block
 * @param sums eight bytes for each block
 */
public record StoredSums(int input, int firstBlock, Binary sums) {}
