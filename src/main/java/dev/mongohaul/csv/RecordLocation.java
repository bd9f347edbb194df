package dev.mongohaul.csv;

/**
 * Where a record lies. Offsets count the decompressed, untranscoded bytes of all inputs in their order, so that an
 * offset names one place of the whole import.
 *
 * @param input index of the input, from 0
 * @param line line of the input on which the record begins, from 1
 * @param offset of the record's first byte
 * @param length bytes of the record, its line end not counted
 * @param nextOffset just behind the record's line end: where reading goes on after it
 * @param nextLine the line of {@code nextOffset}
 */
public record RecordLocation(int input, long line, long offset, long length, long nextOffset, long nextLine) {}
