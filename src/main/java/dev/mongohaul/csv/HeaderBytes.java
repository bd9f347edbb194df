package dev.mongohaul.csv;

/**
 * How the first input begins, byte for byte, for whoever writes records out again as they were read.
 *
 * @param byteOrderMark empty without one
 * @param record the header record without its line end; empty where the input has none
 * @param lineEnd behind the header; a line feed in the input's charset where there is none
 */
@SuppressWarnings("ArrayRecordComponent") // Written out once, never compared.
public record HeaderBytes(byte[] byteOrderMark, byte[] record, byte[] lineEnd) {}
