package dev.mongohaul.csv;

/**
 * Arrays that the fields of neighbouring records are slices of.
 *
 * @param block holds the fields that need no unescaping
 * @param unescaped holds the others
 * @param slices start and length of each field; a start below zero is the complement of one in {@code unescaped}
 * @param source the block as it lies in the input; the block itself where that is in UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // Shared on purpose; never compared.
record RecordCells(byte[] block, byte[] unescaped, int[] slices, byte[] source) {}
