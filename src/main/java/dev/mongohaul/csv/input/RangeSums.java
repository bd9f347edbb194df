package dev.mongohaul.csv.input;

/**
 * Checksums of the blocks of a part of an input, to be stored.
 *
 * @param input index of the input
 * @param firstBlock number of the first block of the part
 * @param sums eight bytes for each block
 */
@SuppressWarnings("ArrayRecordComponent")
public // Stored at once; never compared.
record RangeSums(int input, int firstBlock, byte[] sums) {}
