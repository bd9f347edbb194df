package dev.mongohaul.csv;

/**
 * The arrays that the cells of neighbouring records are slices of.
 *
 * @param block holds the cells that need no unescaping
 * @param unescaped holds the others
 * @param slices start and length of each cell; a start below zero is the complement of one in {@code unescaped}
 * @param source the block as it lies in the input; the block itself where that is in UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // Shared on purpose; never compared.
record Cells(byte[] block, byte[] unescaped, int[] slices, byte[] source) {}
