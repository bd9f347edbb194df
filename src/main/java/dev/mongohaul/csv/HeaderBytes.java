package dev.mongohaul.csv;

/**
 * Bytes at the beginning of the first input, for writing its records out again as they were read.
 *
 * @param byteOrderMark empty without one
 * @param record the header record without its line end; empty where the input has none
 * @param lineEnd after the header; a line feed in the input's charset where there is none
 */
@SuppressWarnings("ArrayRecordComponent")
public // Written out once, never compared.
record HeaderBytes(byte[] byteOrderMark, byte[] record, byte[] lineEnd) {}
