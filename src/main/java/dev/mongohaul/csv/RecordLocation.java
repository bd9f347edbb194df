package dev.mongohaul.csv;

/**
 * Place of a record. Offsets count the decompressed, untranscoded bytes of all inputs in their order, so that an
 * offset names one place of the whole import.
 *
 * @param input index of the input, from 0
 * @param line line of the input on which the record begins, from 1
 * @param offset of the record's first byte
 * @param length bytes of the record, its line end not counted
 * @param nextOffset just after the record's line end: where reading continues
 * @param nextLine the line of {@code nextOffset}
 */
public record RecordLocation(int input, long line, long offset, long length, long nextOffset, long nextLine) {}
